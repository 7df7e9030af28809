import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { wireFindings } from './support/wire-rule.ts'

test('no value of unknown type is written as text, converted, joined, sorted, or looked up in a table', () => {
  expect(wireFindings()).toEqual([])
}, 120_000)

/** Each uses a received value as if its type were known; with the reported reason. */
const mistakes: readonly (readonly [source: string, why: string])[] = [
  ['String(body)', 'is converted'],
  ['Number(body)', 'is converted'],
  ['String(body ?? "")', 'is converted'],
  ['String(isObject(body) ? body.code : "")', 'is converted'],
  ['new Date(body as never as string | Json)', 'is converted'],
  ['encodeURIComponent(typeof body === "string" ? body : "")', 'may hold half a character'],
  ['`code ${body}`', 'is written into a text'],
  ['`code ${memberOf(body, "code")}`', 'is written into a text'],
  ['"" + body', 'is an operand'],
  ['Object.values(isObject(body) ? body : {}).join()', 'is joined'],
  ['[body].toSorted()', 'is sorted as text'],
  ['table[typeof body === "string" ? body : ""]', 'is a table that `entryOf` must read'],
  ['JSON.parse("{}").code', 'may be anything'],
]

test('each mistake is found', () => {
  const lines = mistakes.map(([source], index) => `export const mistake${index} = (body: Json) => ${source}`)
  const module = 'protocol/json/json.ts'
  const added = `\nconst table: Record<string, number> = {}\n${lines.join('\n')}\n`
  const change = (file: string) => (file.endsWith(`/${module}`) ? readFileSync(file, 'utf8') + added : undefined)
  const found = wireFindings(change)
  expect(new Set(found.map(({ file }) => file))).toEqual(new Set([module]))
  expect(found.map(({ why }) => why)).toEqual(mistakes.map(([, why]) => why))
}, 120_000)
