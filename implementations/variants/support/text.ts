/** Characters that are invisible, or missing from all fonts. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/u

/** Returns whether a string is not blank and has no invisible characters. */
export const isPlainText = (text: string | undefined): boolean =>
  text === undefined || (text.trim() !== '' && !unseen.test(text))
