import { randomUUID } from 'node:crypto'
import type { Io } from './io.ts'
import { asStarted } from './text.ts'

/**
 * Texts that CI systems read as a command anywhere in a line: Azure Pipelines (##vso[…]), TeamCity, GitHub of old (##[…]), and folds of
 * GitLab and Travis.
 */
const anywhere = /##(?=[\w-]*\[)|(?:section|travis)(?=_(?:start|end|fold|time):)/g

/** Texts that they read as a command at the start of a line: GitHub (::error::), also after spaces, and the groups of Buildkite. */
const atStart = /(^|[\n\r])(?:([^\S\n\r]*):(?=:)|(?=---|\+\+\+|~~~|\^\^\^))/g

const isCommand = (found: string): boolean => found.startsWith('##')

/** A space breaks a command, and keeps it readable. */
const brokenWithin = (text: string): string => text.replace(anywhere, found => (isCommand(found) ? '# #' : `${found} `))

const brokenAtStart = (text: string): string =>
  text.replace(atStart, (_, start: string, blanks?: string) =>
    blanks === undefined ? `${start} ` : `${start}${blanks}: `,
  )

const escapeCode = String.fromCharCode(27)
/** Our own control sequences for terminals: colours, and the one that clears the live line. */
const ours = `${escapeCode}\\[[\\d;]*m|\\r${escapeCode}\\[2K`
const controls = /[\p{Cc}--[\t\n]]/gv
const foreignControls = new RegExp(`${ours}|${controls.source}`, 'gv')

const named = (character: string): string =>
  character.length > 1
    ? character
    : `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`

/** Marks the lines that stay unchanged; unguessable for foreign text. */
const mark = randomUUID()

/** Returns lines that stay unchanged. */
export const verbatim = (lines: string): string => lines.replace(/^(?=.)/gm, mark)

/** Returns lines that a CI system is meant to execute; the text in them contains no other command. */
export const ownCommands = (lines: string): string => verbatim(brokenWithin(lines))

/** Returns text that controls neither a terminal nor a CI system. */
const neutral = (text: string, isTerminal: boolean): string =>
  brokenAtStart(brokenWithin(text.replace(isTerminal ? foreignControls : controls, named)))

const neutralBut = (text: string, isTerminal: boolean): string =>
  text
    .split(/(?<=\n)/)
    .map(line => (line.startsWith(mark) ? line.slice(mark.length) : neutral(line, isTerminal)))
    .join('')

/** Returns the io of a command with all its output neutralized, which is the only way for foreign text to reach a log. */
export const neutralIo = (io: Io): Io => ({
  ...io,
  out: text => io.out(neutralBut(text, io.isTerminal.out)),
  err: text => io.err(neutralBut(asStarted(text, io.command), io.isTerminal.err)),
})

/** Writes JSON in neutral form: the same values, with different escapes. */
export const neutralJson = (json: string): string =>
  json
    .replace(/[\u007f-\u009f]/g, control => `\\u00${control.charCodeAt(0).toString(16)}`)
    .replace(anywhere, found => (isCommand(found) ? '#\\u0023' : `\\u${hex(found)}${found.slice(1)}`))

const hex = (text: string): string => text.charCodeAt(0).toString(16).padStart(4, '0')

/** Writes XML or HTML in neutral form: the same text, with character references. */
export const neutralMarkup = (markup: string): string =>
  markup
    .replace(anywhere, found => (isCommand(found) ? '#&#35;' : `&#${found.charCodeAt(0)};${found.slice(1)}`))
    .replace(/^([^\S\n\r]*)(?:(:)(?=:)|([-+~^])(?=\3\3))/gm, (_, blanks: string, colon?: string, other?: string) => {
      const first = colon ?? other ?? ''
      return `${blanks}&#${first.charCodeAt(0)};`
    })
