import { readdirSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { describeCorpus, jsonOf } from '../protocol/corpora.test.support.ts'
import type { Json, JsonObject } from '../protocol/json/json.ts'
import { referenceProfile } from '../protocol/profile.ts'
import * as documents from './documents.test.examples.ts'
import type { Example } from './faults.test.examples.ts'
import { matrix, matrixFaults } from './matrix.test.examples.ts'
import { examples as messages } from './validate.test.examples.ts'
import { isSchemaName, isValid, type SchemaName, schema, schemaNames, violations } from './validate.ts'

const { config, provisioning, profile, report } = documents
const examples: Readonly<Partial<Record<SchemaName, Example>>> = {
  ...messages,
  config: { valid: [config, ...documents.moreConfigs], faults: documents.configFaults },
  provisioning: { valid: [provisioning, ...documents.moreProvisionings], faults: documents.provisioningFaults },
  profile: { valid: [profile, ...documents.moreProfiles], faults: documents.profileFaults },
  report: { valid: [report], faults: documents.reportFaults },
  matrix: { valid: [matrix], faults: matrixFaults },
  'known-failures': { valid: [documents.knownFailures], faults: documents.knownFailureFaults },
}

type Container = { [key: string]: Json }

/** Copies a value with one member set or, without `to`, removed; creates missing containers. */
const changed = (document: JsonObject, at: string, to?: Json): JsonObject => {
  const copy = structuredClone(document)
  const keys = at.slice(1).split('/')
  const last = keys.pop() ?? ''
  const parent = keys.reduce<Container>((node, key) => {
    node[key] ??= {}
    return node[key] as Container
  }, copy)
  if (to === undefined) delete parent[last]
  else parent[last] = to
  return copy
}

describe.each(schemaNames)('%s', name => {
  const { valid, faults } = examples[name] ?? { valid: [], faults: [] }

  test('has valid examples', () => {
    expect(valid.length).toBeGreaterThan(0)
    for (const document of valid) expect(violations(name, document)).toEqual([])
  })

  test('finds each single fault, and where it is', () => {
    expect(faults.length).toBeGreaterThan(0)
    for (const { at, to, says, path = at } of faults) {
      const found = violations(name, changed(valid[0] ?? {}, at, to))
      expect(found, `${at} ${JSON.stringify(to)}`).toContainEqual({
        path: path === '*' ? expect.any(String) : path,
        message: expect.stringContaining(says),
      })
      if (path !== '*') expect(new Set(found.map(each => each.path)), at).toEqual(new Set([path]))
    }
  })

  test.each([[null], [[]], ['text'], [7], [undefined]])('rejects %j as a document', value => {
    expect(violations(name, value)).toEqual([{ path: '', message: expect.stringContaining('must be object') }])
  })

  test('is a JSON Schema', () => {
    expect(new Ajv2020({ logger: false }).validateSchema(schema(name))).toBe(true)
  })

  test('has the id of its file and names the heading that it implements', () => {
    expect(schema(name).$id).toBe(`https://oc-conformance.example/schemas/${name}.schema.json`)
    expect(schema(name)).toMatchObject({ title: expect.any(String), description: expect.any(String) })
  })
})

describe('violations', () => {
  test('never quotes a value: it may be a private key', () => {
    const key = 'f'.repeat(63)
    const found = violations('config', { identities: { merchant: { ocid: key, privateKey: key, name: 1 } } })
    expect(found.map(each => each.path)).toEqual([
      '/identities/merchant/ocid',
      '/identities/merchant/privateKey',
      '/identities/merchant/name',
    ])
    expect(JSON.stringify(found)).not.toContain(key)
  })

  test('finds all faults of a document, and escapes member names in pointers', () => {
    const found = violations('config', { 'a/b~c': 1, seed: 'x', only: 3 })
    expect(found.map(each => each.path)).toEqual(['/a~1b~0c', '/only', '/seed'])
  })

  test('are bounded and found quickly for any value', () => {
    const accepts = Array.from({ length: 300_000 }, () => 'x')
    const long = 'https://'.padEnd(1_000_000, 'a:@[%')
    const began = performance.now()
    expect(
      violations('order', { id: 'o', ocid: 1, amount: '1'.repeat(1_000_000), currency: long, accepts }),
    ).toHaveLength(100)
    expect(violations('checkout-response', { redirect_url: long })).toHaveLength(1)
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  test('neither coerces, defaults nor removes', () => {
    const document = { to: '2001', amount: 5, currency: 'USD', unknown: 1 }
    const before = structuredClone(document)
    expect(violations('payment-request', document)).toHaveLength(2)
    expect(document).toEqual(before)
  })
})

test('the reference profile is a profile', () => {
  expect(violations('profile', referenceProfile)).toEqual([])
})

test('isValid returns whether a value is valid', () => {
  expect([isValid('party', { ocid: 1 }), isValid('party', { ocid: '1' })]).toEqual([true, false])
})

test('every schema file has a name, and every name a file', () => {
  const files = readdirSync(import.meta.dirname).filter(file => file.endsWith('.schema.json'))
  expect([...schemaNames].sort()).toEqual(files.map(file => file.replace('.schema.json', '')).sort())
  expect([isSchemaName('proof'), isSchemaName('toString'), isSchemaName('proof.schema.json')]).toEqual([
    true,
    false,
    false,
  ])
})

const uris = 'corpora/formats/uri.json'

describeCorpus('addresses, by the JSON Schema test suite', uris, () => {
  type Suite = { tests: { data: unknown; valid: boolean }[] }[]

  test('no valid URI is refused', () => {
    const suites = jsonOf<Suite>(uris)
    const valid = suites.flatMap(suite => suite.tests).filter(each => each.valid && typeof each.data === 'string')
    expect(valid.length).toBeGreaterThan(5)
    expect(valid.filter(each => !isValid('checkout-response', { redirect_url: each.data }))).toEqual([])
  })
})
