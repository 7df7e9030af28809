import { describe, expect, test } from 'vitest'
import { canonicalText } from '../../protocol/json/canonical.ts'
import { type CanonicalEscape, knownEscapes } from '../../protocol/json/escapes.ts'
import type { Json } from '../../protocol/json/json.ts'
import { learnEscapes, type TextSigner } from './learned-escapes.ts'

type Signed = { payload: Json; text: string }

const payloadOf = (text: string): Json => ({ amount: '1.00', id: 'order-1', memo: text })

const written = (payload: Json, canonicalEscapes: readonly CanonicalEscape[]): string =>
  canonicalText(payload, { canonicalJson: 'rfc8785', canonicalEscapes })

/** A target that signs a payload in the form of `write`, and refuses some texts. A signature stands for the text that was signed. */
const signerOf = (write: (payload: Json) => string, refuses = (_text: string) => false) => {
  const asked: string[] = []
  const signer: TextSigner<Signed> = {
    sign: async text => {
      asked.push(text)
      const payload = payloadOf(text)
      return refuses(text) ? undefined : { payload, text: write(payload) }
    },
    textOf: ({ payload }) => written(payload, []),
    isSignedWith: ({ payload, text }, escapes) => written(payload, escapes) === text,
  }
  return { signer, asked }
}

const styles: Readonly<Record<string, readonly CanonicalEscape[]>> = {
  'the markup only': ['U+0026', 'U+003C', 'U+003E'],
  'a backspace only': ['U+0008'],
  'surrogate pairs only': ['U+10000-U+10FFFF'],
  'all but surrogate pairs': ['U+0080-U+FFFF'],
  'Latin-1 only, in upper case': ['U+0080-U+00FF:upper'],
  'an apostrophe and a plus sign': ['U+0027', 'U+002B'],
  'the slash as \\u002f': ['U+002F'],
  'the slash as \\/, and DEL': ['slash', 'U+007F'],
  'quotation marks and backslashes': ['U+0022', 'U+005C'],
  'the hyphen, which is in every id': ['U+002D'],
  'control characters in upper case, the rest in lower case': [
    'non-ascii',
    'U+0000-U+0007:upper',
    'U+000B:upper',
    'U+000E-U+001F:upper',
  ],
}

describe('the escapes of a target are learned from its signed documents', () => {
  test.each(Object.entries(styles))('%s', async (_, style) => {
    const { signer, asked } = signerOf(payload => written(payload, style))
    const learned = await learnEscapes(signer, [])
    expect(learned).toMatchObject({ isConsistent: true, unexplained: [] })
    const sample = payloadOf('a&<>\'"+=\\/-_~\u007f\u0085\u00ad\u00e9\u0601\u2028\u202f\ufeff\ufffd😀\b\f\n\r\t\u001f')
    expect(written(sample, learned?.escapes ?? [])).toBe(written(sample, style))
    expect(asked.length).toBeLessThan(45)
  })

  test.each(knownEscapes)('one text is enough if the assumed writer explains it: %j', async (...style) => {
    const { signer, asked } = signerOf(payload => written(payload, style))
    expect(await learnEscapes(signer, style)).toBeUndefined()
    expect(asked).toHaveLength(1)
  })

  test('although the target refuses some characters', async () => {
    const refuses = (text: string) => /[\0-\x1f{}]/.test(text)
    const { signer, asked } = signerOf(payload => written(payload, ['U+0026', 'U+10000-U+10FFFF']), refuses)
    const learned = await learnEscapes(signer, [])
    expect(learned?.escapes.toSorted()).toEqual(['U+0026', 'U+10000-U+10FFFF'])
    expect(asked.length).toBeLessThan(65)
  })

  test('a target that refuses characters and escapes none is asked for each group, then for parts of the refused one', async () => {
    const { signer, asked } = signerOf(
      payload => written(payload, []),
      text => /[\0-\x1f]/.test(text),
    )
    expect(await learnEscapes(signer, [])).toBeUndefined()
    expect(asked).toHaveLength(6)
  })

  test('the escapes of a target that accepts only short texts are learned in parts', async () => {
    const { signer } = signerOf(
      payload => written(payload, ['U+10000-U+10FFFF']),
      text => text.length > 40,
    )
    expect(await learnEscapes(signer, [])).toMatchObject({ escapes: ['U+10000-U+10FFFF'] })
  })

  test('characters that no spelling in JSON explains are named', async () => {
    const { signer } = signerOf(payload => written(payload, ['U+0026']).replace('é', '?').replace('ß', '?'))
    const learned = await learnEscapes(signer, [])
    expect(learned).toMatchObject({ escapes: ['U+0026'], unexplained: ['U+00AE-U+00FF'] })
  })

  test('characters that are escaped only in some texts are inconsistent', async () => {
    const isLong = (payload: Json) => JSON.stringify(payload).length > 90
    const { signer } = signerOf(payload => written(payload, isLong(payload) ? ['U+0026'] : []))
    expect(await learnEscapes(signer, [])).toMatchObject({ isConsistent: false })
  })
})
