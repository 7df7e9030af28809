import { referenceProfile } from '../../protocol/profile.ts'
import { signRequest } from '../../protocol/request/request.ts'
import { PrivateKey } from '../../protocol/signature/keys.ts'
import { actors, keys, provisioning } from '../../reference/gateway/actors.test.support.ts'
import { buildGateway } from '../../reference/gateway/gateway.ts'
import { memoryStorage } from '../../reference/service/storage.ts'
import { openInspector } from './inspector.ts'

/** The key of the gateway that is inspected. */
export const ownKey = new PrivateKey('7'.repeat(64))

/** A gateway that is inspected, the address of its page, and a caller. */
export const inspectedGateway = async (token?: string) => {
  const inspector = await openInspector({
    host: '127.0.0.1',
    port: 0,
    address: port => `http://127.0.0.1:${port}`,
    ...(token === undefined ? {} : { token }),
  })
  const storage = memoryStorage()
  const [ocid, name, address] = [actors.gateway, 'Test <Gateway>', () => 'https://gateway.example']
  const held = { role: 'gateway', provisioning, storage, profile: referenceProfile, now: Date.now } as const
  const { watch, attach } = inspector.inspect({ ...held, ocid, name, address })
  const ports = { storage, send: async () => ({ status: 200, text: '' }) }
  const server = buildGateway({ ocid, name, endpoint: address, key: ownKey, provisioning, ports, watch })
  attach(server)
  let nonces = 0
  /** Sends a request of the partner, signed over a path; returns its id and the status. */
  const post = async (path: string, message: unknown, signedPath = path) => {
    const [body, timestamp, nonce] = [JSON.stringify(message), String(Math.floor(Date.now() / 1000)), `n-${++nonces}`]
    const parts = { method: 'POST', path: signedPath, ocid: String(actors.partner), timestamp, nonce, body }
    const signed = signRequest(parts, keys[actors.partner] ?? ownKey, referenceProfile)
    const headers = { 'content-type': 'application/json', cookie: 'oc_page=tasty', ...signed }
    const { headers: answered, statusCode } = await server.inject({ method: 'POST', url: path, payload: body, headers })
    return { id: String(answered['x-request-id']), status: statusCode }
  }
  const close = async (): Promise<void> => void (await Promise.all([server.close(), inspector.close()]))
  return { server, storage, page: inspector.addressOf('gateway'), post, close }
}

/** A request for a payment whose memo is markup. */
export const payment = { to: actors.merchant, amount: '1.00', currency: 'USD', memo: '<img src=x onerror=alert(1)>' }

export const transfer = {
  from: { ocid: actors.partner },
  to: { ocid: actors.merchant, reference: '<b>r' },
  amount: '1.00',
  currency: 'USD',
}
