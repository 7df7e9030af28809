/**
 * What a reader of a page or a terminal does not see, or what rearranges what they do see: control characters (but tab and line
 * feed), bidirectional controls, zero-width and other ignorable characters (but the two that only choose how an emoji is drawn),
 * line separators, private formatting, tags, lone surrogates, characters that are none.
 */
const unseen =
  /[[\p{Cc}--[\t\n]]\p{Cf}[\p{Default_Ignorable_Code_Point}--[\uFE0E\uFE0F]]\p{Zl}\p{Zp}\p{Cs}\p{Noncharacter_Code_Point}]/gv

const named = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`

/** The text with every such character spelled out, as in ⟨U+202E⟩. Tabs and line feeds stay. */
export const visible = (text: string): string => text.replace(unseen, named)

/** The same on one line: white space runs together. */
export const visibleLine = (text: string): string => visible(text.replace(/[ \t\r\n]+/g, ' ').trim())

/** The beginning of a long text, with a word on how much is missing. `limit` in characters, as JavaScript counts them. */
export const cut = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit)} … (${text.length - limit} more characters)`
