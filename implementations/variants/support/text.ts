/** Characters that nobody sees, or that no font has. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/u

/** Whether a text has no character that nobody sees, and is not blank. */
export const isPlainText = (text: string | undefined): boolean =>
  text === undefined || (text.trim() !== '' && !unseen.test(text))
