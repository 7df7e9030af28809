/**
 * Characters that a reader cannot see, or that rearrange other text: control characters (except tab and line feed), bidirectional
 * controls, zero-width and other ignorable characters (except the two emoji variation selectors), line separators, format
 * characters, tags, lone surrogates, noncharacters.
 */
const invisible =
  /[[\p{Cc}--[\t\n]]\p{Cf}[\p{Default_Ignorable_Code_Point}--[\uFE0E\uFE0F]]\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gv

const codePointName = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`

/** Spells out invisible characters, as in ⟨U+202E⟩. Tabs and line feeds stay. */
export const visible = (text: string): string => text.replace(invisible, codePointName)

/** Like `visible`, on one line: white space is collapsed. */
export const visibleLine = (text: string): string => visible(text.replace(/[ \t\r\n]+/g, ' ').trim())

/** Truncates a string and says how much is missing. `limit` in UTF-16 code units. */
export const truncate = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit)} … (${text.length - limit} more characters)`
