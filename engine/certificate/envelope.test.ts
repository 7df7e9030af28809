import { createPublicKey, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { PrivateKey } from '../../protocol/signature/keys.ts'
import { opened, preAuthentication, publicKeyInfo, sealed } from './envelope.ts'

const key = new PrivateKey('5'.padStart(64, '0'))
const other = new PrivateKey('6'.padStart(64, '0'))
const type = 'http://example.com/HelloWorld'
const payload = Buffer.from('hello world')

test('the signed bytes are the encoding of the DSSE specification', () => {
  expect(preAuthentication(type, payload).toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world')
  expect(preAuthentication('é', Buffer.from('日')).toString()).toBe('DSSEv1 2 é 3 日')
  expect(preAuthentication('', Buffer.alloc(0)).toString()).toBe('DSSEv1 0  0 ')
})

describe('an envelope', () => {
  const envelope = sealed(type, payload, key)

  test('verifies with an independent library', () => {
    expect(envelope).toMatchObject({ payload: 'aGVsbG8gd29ybGQ=', payloadType: type })
    const publicKey = createPublicKey({ key: publicKeyInfo(key.publicKey), format: 'der', type: 'spki' })
    const sig = Buffer.from(envelope.signatures[0]?.sig ?? '', 'base64')
    expect(verify('sha256', preAuthentication(type, payload), publicKey, sig)).toBe(true)
  })

  test('opens with its key and type', () => {
    expect(opened(envelope, type, key.publicKey)).toEqual(payload)
    expect(opened(envelope, 'another', key.publicKey)).toBeUndefined()
    expect(opened(envelope, type, other.publicKey)).toBeUndefined()
    expect(opened({ ...envelope, payload: 'aGVsbG8gd29ybGE=' }, type, key.publicKey)).toBeUndefined()
    expect(opened({ ...envelope, payloadType: 'x' }, 'x', key.publicKey)).toBeUndefined()
  })
})
