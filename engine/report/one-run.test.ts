import { expect, test } from 'vitest'
import type { Report } from '../../schemas/messages.ts'
import schema from '../../schemas/report.schema.json' with { type: 'json' }
import { differenceBetween, mayDiffer, type RunHead } from './one-run.ts'

const target: Required<Report['target']> = {
  role: 'kyc',
  baseUrl: 'https://a.example',
  ocid: 1,
  name: 'A',
  publicKey: 'aa',
  metadataDigest: 'aa',
  metadataFile: 'target-metadata.json',
  environment: 'test',
  declared: { capabilities: ['a'], currencies: ['USD'], kyc: [1] },
}

const head = (changes: object): RunHead => ({ target: { ...target, ...changes }, profile: {}, run: {} })
const { properties } = schema.properties.target

test.each(Object.keys(properties))('of a target %s is compared, or may differ for a reason', member => {
  const isCompared = differenceBetween(head({}), head({ [member]: undefined })) !== undefined
  const { [member as keyof typeof target]: reason } = mayDiffer
  expect(isCompared).toBe(reason === undefined)
})

test.each(Object.keys(properties.declared.properties))('%s of the declaration of a target is compared', member => {
  const declared = { ...target.declared, [member]: ['other'] }
  expect(differenceBetween(head({}), head({ declared }))).toBeDefined()
})

test('the bundled reference may have another port and key', () => {
  const at = (baseUrl: string, publicKey: string): RunHead => ({
    ...head({ baseUrl, publicKey }),
    configDigest: publicKey,
    run: { repeat: ['--reference'] },
  })
  expect(differenceBetween(at('http://127.0.0.1:1', 'aa'), at('http://127.0.0.1:2', 'bb'))).toBeUndefined()
  expect(differenceBetween(at('https://a.example', 'aa'), at('https://a.example', 'bb'))?.name).toBe('key')
})
