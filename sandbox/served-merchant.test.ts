import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { referenceProfile } from '../protocol/profile.ts'
import { signRequest } from '../protocol/request/request.ts'
import { actors, keyOf } from '../reference/merchant/fixture.test.support.ts'
import type { PartialProvisioning } from '../reference/service/provisioning.ts'
import type { SignedOrder } from '../schemas/messages.ts'
import { serveReference } from './serve.ts'

const provisioning: PartialProvisioning = {
  callers: [
    { ocid: actors.app, publicKey: keyOf(actors.app).publicKey, metadata: 'https://app.example/metadata.json' },
  ],
  merchant: { issuers: [], callers: [actors.app] },
}

const request = { id: 'order-1', ocid: actors.merchant, amount: '12.30', currency: 'USD' }

test('the merchant is served with its usual identity, stores its orders, and accepts replaced decisions', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'oc-merchant-'))
  const serve = () => serveReference({ roles: ['merchant'], dataDir, provisioning })
  const first = await serve()
  const { baseUrl = '', ocid } = first.roles.merchant ?? {}
  expect(ocid).toBe(1002)
  const body = JSON.stringify(request)
  const parts = { method: 'POST', path: '/orders/create', ocid: String(actors.app), nonce: 'n', body }
  const timestamp = String(Math.floor(Date.now() / 1000))
  const headers = signRequest({ ...parts, timestamp }, keyOf(actors.app), referenceProfile)
  const type = { 'content-type': 'application/json' }
  const response = await fetch(`${baseUrl}/orders/create`, { method: 'POST', headers: { ...type, ...headers }, body })
  const { order, signature } = (await response.json()) as SignedOrder
  await first.close()
  const second = await serve()
  const again = await fetch(`${second.roles.merchant?.baseUrl}/orders/${request.id}`)
  expect(await again.json()).toMatchObject({ order, signature })
  await second.close()
  rmSync(dataDir, { recursive: true })
  const merchant = { metadata: () => ({ replaced: true }) }
  const third = await serveReference({ roles: ['merchant'], policies: { merchant } })
  expect(await (await fetch(`${third.roles.merchant?.baseUrl}/metadata.json`)).json()).toEqual({ replaced: true })
  await third.close()
})
