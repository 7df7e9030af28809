/** Characters that are invisible, or that no font has. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/u

/** Whether a text is not blank and has no invisible character. */
export const isPlainText = (text: string | undefined): boolean =>
  text === undefined || (text.trim() !== '' && !unseen.test(text))
