import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { errorCatalogue, kycCodes } from '../protocol/errors.ts'
import { isObject, type Json, type JsonObject } from '../protocol/json/json.ts'
import { operations } from '../protocol/operations.ts'
import { referenceProfile } from '../protocol/profile.ts'
import { verifyPayload } from '../protocol/signature/payload.ts'
import { isSchemaName, schemaNames, violations } from './validate.ts'

const document = parse(readFileSync(new URL('openapi.yaml', import.meta.url), 'utf8')) as JsonObject
const publicKey =
  '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8'

/** Returns the value at a JSON pointer. */
const at = (pointer: string, from: Json = document): Json | undefined =>
  pointer
    .split('/')
    .slice(1)
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>((node, key) => (node as JsonObject | undefined)?.[key], from)

const resolved = (node: Json | undefined): JsonObject => {
  if (!isObject(node)) return {}
  return typeof node.$ref === 'string' ? resolved(at(node.$ref.slice(1))) : node
}

/** Lists every object of the document. */
const objects = (node: Json): JsonObject[] => {
  if (Array.isArray(node)) return node.flatMap(objects)
  return isObject(node) ? [node, ...Object.values(node).flatMap(objects)] : []
}

const references = objects(document).flatMap(node => (typeof node.$ref === 'string' ? [node.$ref] : []))

const operationAt = (path: string, method: string): JsonObject =>
  resolved(at(`/paths/${path.replaceAll('/', '~1')}/${method.toLowerCase()}`))

const parametersOf = (operation: JsonObject): Json[] =>
  ((operation.parameters ?? []) as Json[]).map(parameter => resolved(parameter).name ?? null)

test('every reference resolves', () => {
  expect(references.length).toBeGreaterThan(40)
  for (const reference of references) {
    const [file = '', pointer = ''] = reference.split('#')
    const whole = file === '' ? document : (JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Json)
    expect(at(pointer, whole), reference).toBeDefined()
  }
})

describe('operations', () => {
  test.each(Object.entries(operations))('%s is described', (name, { role, method, path, authenticated }) => {
    const operation = operationAt(path, method)
    expect(operation.operationId).toBe(name)
    expect(operation.tags).toEqual(role === 'every' ? ['gateway', 'merchant', 'kyc'] : [role])
    expect(operation.security).toEqual(authenticated ? [{ requestSignature: [] }] : [])
    const headers = parametersOf(operation).filter(parameter => String(parameter).startsWith('X-OC-'))
    expect(headers).toEqual(authenticated ? ['X-OC-ID', 'X-OC-Timestamp', 'X-OC-Nonce'] : [])
  })

  test('each path has its parameters', () => {
    for (const { method, path } of Object.values(operations)) {
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1])
      expect(parametersOf(operationAt(path, method))).toEqual(expect.arrayContaining(names))
    }
  })
})

describe('errors', () => {
  const answers = (path: string, method: string, status: number): string[] =>
    Object.keys(
      at('/content/application~1json/examples', resolved(at(`/responses/${status}`, operationAt(path, method)))) ?? {},
    )

  test.each(Object.entries(errorCatalogue))(
    '%s has an example where the document gives it',
    (code, { statuses, ownStatuses }) => {
      for (const [name, status] of Object.entries({ ...ownStatuses, ...statuses })) {
        const { method, path } = operations[name as keyof typeof operations]
        const isShown = answers(path, method, status).includes(code)
        expect(isShown || code in ownCodes, `${name} ${status} ${code}`).toBe(true)
      }
    },
  )

  // Codes of the reference only, possible nearly everywhere: shown where they help.
  const ownCodes = { INVALID_REQUEST: true, CURRENCY_NOT_SUPPORTED: true, AMOUNT_NOT_ACCEPTED: true }

  test('every code of an operation has an example', () => {
    const shown = Object.keys(resolved(at('/components/examples')))
    const unconditional = ['USER_NOT_FOUND', 'KYC_NOT_COMPLETE', 'GRANT_NOT_AUTHORIZED', 'GRANT_EXPIRED']
    expect(unconditional.every(code => (kycCodes as readonly string[]).includes(code))).toBe(true)
    expect([...shown, ...unconditional].sort()).toEqual(Object.keys(errorCatalogue).sort())
  })
})

/** Lists the examples of every schema file: [schema name, value]. */
const exampled = objects(document).flatMap((node): [string, Json][] => {
  const name = isObject(node.schema) && typeof node.schema.$ref === 'string' ? node.schema.$ref : ''
  const values = Object.values(resolved(node.examples)).map(example => resolved(example).value ?? null)
  const all = node.example === undefined ? values : [...values, node.example]
  return all.map(value => [name.replace('.schema.json', ''), value])
})

describe('examples', () => {
  const ofSchemas = exampled.flatMap(([name, value]) => (isSchemaName(name) ? [{ name, value }] : []))

  test('each is valid', () => {
    expect(ofSchemas.length).toBeGreaterThan(40)
    for (const { name, value } of ofSchemas)
      expect(violations(name, value), `${name} ${JSON.stringify(value)}`).toEqual([])
  })

  test('every signature among them verifies', () => {
    const signer = { publicKey, dialect: referenceProfile }
    const signed = ofSchemas
      .map(each => each.value)
      .filter(isObject)
      .filter(value => value.signature !== undefined)
    expect(signed.length).toBeGreaterThan(5)
    for (const { proof, order, config, signature } of signed) {
      expect(verifyPayload(proof ?? order ?? config ?? null, signature, signer), JSON.stringify(proof)).toBe(true)
    }
  })
})

test('every message schema is used', () => {
  const parts = [
    'order',
    'order-item',
    'order-urls',
    'order-reference',
    'party',
    'proof',
    'verify-completed',
    'verify-pending',
    'verify-other',
  ]
  const own = ['config', 'provisioning', 'profile', 'report', 'matrix', 'known-failures']
  const used = references.filter(each => !each.startsWith('#')).map(each => each.replace(/\.schema\.json.*/, ''))
  expect([...new Set([...used, ...parts, ...own])].sort()).toEqual([...schemaNames].sort())
  for (const name of used) expect(existsSync(new URL(`${name}.schema.json`, import.meta.url))).toBe(true)
})
