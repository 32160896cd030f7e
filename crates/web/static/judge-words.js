// @ts-check
// Messages that are chosen by a word of the server, each named in full.

export const PROMPT = {
  physical: "judge.prompt_physical", clock_page: "judge.prompt_clock_page", one_tap: "judge.prompt_one_tap",
    on_screen: "judge.prompt_one_tap",
};
export const FAULT = { flips: "judge.fault_flips", square: "judge.fault_square", colour: "judge.fault_colour",
  pass: "judge.fault_pass" };
export const FOUND = { flips: "judge.found_flips", square: "judge.found_square", colour: "judge.found_colour",
  pass: "judge.found_pass" };
export const CORRECTION = {
  flips: "judge.correction_flips", square: "judge.correction_square", colour: "judge.correction_colour",
    pass: "judge.correction_pass",
};
export const RIGHT_BY_JUDGE = { flips: "judge.right_flips", square: "judge.right_square", colour: "judge.right_colour",
  pass: "judge.right_pass" };
export const RIGHT_BY_PLAYER = {
  flips: "judge.right_flips_player", square: "judge.right_square_player", colour: "judge.right_colour_player",
    pass: "judge.right_pass_player",
};
export const STATE = {
  waiting: "judge.state_waiting", over: "judge.state_over", set: "judge.state_set", flag: "judge.state_flag",
    extension: "judge.state_extension",
  low: "judge.state_low", running: "judge.state_running", stopped: "judge.state_stopped",
};
export const PICK = {
  wrong_flip: "judge.pick_wrong_flip", wrong_square: "judge.pick_wrong_square", wrong_colour: "judge.pick_wrong_colour",
  misread: "judge.pick_misread", name_move: "judge.pick_name_move",
};
export const CALLS = {
  rules: "judge.call_rules", discs: "judge.call_discs", clock: "judge.call_clock", player: "judge.call_player",
    disturbance: "judge.call_disturbance",
};
export const HELP = {
  presses: "judge.help_presses", places: "judge.help_places", announces_time: "judge.help_announces_time",
    announces_turn: "judge.help_announces_turn", feels_board: "judge.help_feels_board",
    primary_board: "judge.help_primary_board",
};
/** What a tap did, in words. @type {Record<string, string>} */
export const ACT = {
  amend: "judge.act_amend",
  arrive: "judge.act_arrive",
  ask_primary_board: "judge.act_ask_primary_board",
  claim_flag: "judge.act_claim_flag",
  close_correction: "judge.act_close_correction",
  confirm_flag: "judge.act_confirm_flag",
  confirm_ready: "judge.act_confirm_ready",
  confirm_restored: "judge.act_confirm_restored",
  correct: "judge.act_correct",
  dismiss_flag: "judge.act_dismiss_flag",
  dispute: "judge.act_dispute",
  enter: "judge.act_enter",
  excuse_touch: "judge.act_excuse_touch",
  flag: "judge.act_flag",
  flip: "judge.act_flip",
  leave: "judge.act_leave",
  open_correction: "judge.act_open_correction",
  pass: "judge.act_pass",
  pass_anyway: "judge.act_pass_anyway",
  place: "judge.act_place",
  place_anyway: "judge.act_place_anyway",
  play: "judge.act_play",
  press: "judge.act_press",
  press_anyway: "judge.act_press_anyway",
  read_clock: "judge.act_read_clock",
  receive_sheet: "judge.act_receive_sheet",
  remind: "judge.act_remind",
  report_defect: "judge.act_report_defect",
  report_disturbed: "judge.act_report_disturbed",
  resign: "judge.act_resign",
  restore: "judge.act_restore",
  resume: "judge.act_resume",
  return: "judge.act_return",
  sign: "judge.act_sign",
  stop: "judge.act_stop",
  take_back_entry: "judge.act_take_back_entry",
  touch: "judge.act_touch",
  transfer_discs: "judge.act_transfer_discs",
  other: "judge.act_other",
};
