// @ts-check
// Says a text aloud where the browser can; whoever cannot hear it reads it in the page.

/** @param {string} text */
export function speak(text) {
  try {
    speechSynthesis.cancel();
    speechSynthesis.speak(new SpeechSynthesisUtterance(text));
  } catch {
    // This browser does not speak.
  }
}
