import { describe, expect, test } from 'vitest'
import { canonicalize } from '../../protocol/canonical.ts'
import { likelyRequestForms } from '../../protocol/likely-request-forms.ts'
import { canonicalRequest } from '../../protocol/request.ts'
import type { RequestForm } from '../../protocol/request-form.ts'
import { candidatesFor, type Precision, type Probe, scattered, searchRequestForm } from './request-form-search.ts'

const body = { to: { ocid: 2999, reference: 'r' }, amount: '1.00' }

const sent = ({ ownNonce, ownBody, query }: Precision) => ({
  method: 'POST',
  path: query ? '/payment/create?probe=1' : '/payment/create',
  ocid: '3001',
  timestamp: '1700000000',
  nonce: ownNonce ? 'n-1' : '1700000000',
  body: ownBody ? scattered(body) : canonicalize(body),
})

/** A target that verifies one form. */
const verifies =
  (form: RequestForm): Probe =>
  async (candidate, precision) =>
    canonicalRequest(sent(precision), candidate.form) === canonicalRequest(sent(precision), form)
      ? 'accepted'
      : 'refused'

const search = (probe: Probe, most = 240) => searchRequestForm(candidatesFor(['rfc8785'], body), probe, most)

describe('the search for a canonical request', () => {
  const likely = likelyRequestForms()
  test.for(likely.filter((_, at) => at < 20 || at % 20 === 0).slice(0, 28))('finds $name', async ({ form }) => {
    const { found, probes } = await search(verifies(form))
    expect(found?.form).toEqual(form)
    expect(probes).toBeLessThanOrEqual(240)
  })

  test('takes no more than a few requests where the target verifies the reference', async () => {
    const [reference] = likely
    const { found, probes } = await search(verifies(reference?.form ?? { body: true }))
    expect(found?.name).toBe('reference')
    expect(probes).toBeLessThanOrEqual(8)
  })

  test('finds nothing where no likely form is verified, and ends', async () => {
    const { found, probes } = await search(verifies({ template: 'oc1/${nonce}/${bodyHash}' }), 60)
    expect(found).toBeUndefined()
    expect(probes).toBe(60)
  })

  test('finds the reference where everything is accepted', async () => {
    expect((await search(async () => 'accepted')).found?.name).toBe('reference')
  })

  test('does without the requests whose answers show nothing', async () => {
    const named = likely.find(({ name }) => name.startsWith('timestamp, nonce, method, path, body; joined by line'))
    const verified = verifies(named?.form ?? { body: true })
    const probe: Probe = async (candidate, precision) => (precision.query ? 'unclear' : verified(candidate, precision))
    expect((await search(probe)).found?.name).toBe(named?.name)
  })

  test('believes nothing that was not accepted in full precision', async () => {
    const probe: Probe = async (_candidate, { ownNonce }) => (ownNonce ? 'refused' : 'accepted')
    expect((await search(probe)).found).toBeUndefined()
  })
})
