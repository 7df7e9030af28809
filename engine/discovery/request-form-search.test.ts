import { describe, expect, test } from 'vitest'
import { type CanonicalWriting, canonicalize, rfc8785Writing } from '../../protocol/json/canonical.ts'
import { likelyRequestForms } from '../../protocol/request/likely-request-forms.ts'
import { canonicalRequest } from '../../protocol/request/request.ts'
import { belowBaseForm, type RequestForm, referenceRequestForm } from '../../protocol/request/request-form.ts'
import type { SignatureEncoding } from '../../protocol/signature/signature.ts'
import type { Precision } from './candidates-left.ts'
import { candidatesFor } from './request-candidates.ts'
import { type Probe, scattered, searchRequestForm } from './request-form-search.ts'

const body = { to: { ocid: 2999, reference: 'r' }, amount: '1.00' }

const sent = ({ ownNonce, ownBody, query }: Precision, base: string) => ({
  method: 'POST',
  path: `${base}${query ? '/payment/create?probe=1' : '/payment/create'}`,
  base,
  ocid: '3001',
  timestamp: '1700000000',
  nonce: ownNonce ? 'n-1' : '1700000000',
  body: ownBody ? scattered(body) : canonicalize(body),
})

type Target = { base?: string; encoding?: SignatureEncoding; writing?: CanonicalWriting }

const withoutOcid = { template: '${method}\n${path}\n${timestamp}\n${nonce}\n${bodyHash}' }

/** A target that verifies one form. */
const verifies =
  (form: RequestForm, { base = '', encoding = 'compact-hex', writing = rfc8785Writing }: Target = {}): Probe =>
  async (candidate, precision) =>
    candidate.encoding === encoding &&
    canonicalRequest(sent(precision, base), candidate.form, candidate.writing) ===
      canonicalRequest(sent(precision, base), form, writing)
      ? 'accepted'
      : 'refused'

/** Most searches have the same candidates. */
const usualCandidates = candidatesFor({
  possible: [rfc8785Writing],
  sample: body,
  base: '',
  encodings: ['compact-hex'],
})

type Limits = { base?: string; most?: number; possible?: readonly CanonicalWriting[] }

const search = (probe: Probe, { base = '', most = 240, possible }: Limits = {}) =>
  searchRequestForm(
    base === '' && possible === undefined
      ? usualCandidates
      : candidatesFor({ possible: possible ?? [rfc8785Writing], sample: body, base, encodings: ['compact-hex'] }),
    probe,
    probes => probes < most,
  )

describe('the search for a canonical request', () => {
  const likely = likelyRequestForms()
  test.for(likely.filter((_, at) => at < 20 || at % 20 === 0).slice(0, 28))('finds $name', async ({ form }) => {
    const { found, probes } = await search(verifies(form))
    expect(found?.form).toEqual(form)
    expect(probes).toBeLessThanOrEqual(240)
  })

  test.for(likely.filter((_, at) => at % 700 === 699))('finds $name as well, in more', async ({ form }) => {
    const { found } = await search(verifies(form), { most: 5_000 })
    expect(found?.form).toEqual(form)
  })

  test('needs only a few requests if the target verifies as the reference does', async () => {
    const { found, probes } = await search(verifies(referenceRequestForm))
    expect(found?.name).toBe('reference')
    expect(probes).toBeLessThanOrEqual(8)
  })

  test.each([
    'compact-base64',
    'compact-base64url',
    'der-hex',
    'der-base64',
    'der-base64url',
    'compact-hex-0x',
    'recoverable-hex',
  ] as const)('finds that X-OC-Signature is written as %s, and payloads are not', async encoding => {
    for (const form of [referenceRequestForm, withoutOcid]) {
      const { found, probes } = await search(verifies(form, { encoding }))
      expect(found).toMatchObject({ form, encoding })
      expect(probes).toBeLessThanOrEqual(240)
    }
  })

  test.for([
    ['timestamp, nonce, method, path, body; joined by dots; hash of the body', 'compact-base64url'],
    ['method, path, nonce, timestamp, body; joined by dots; the canonical body', 'compact-base64'],
  ] as const)('finds $0 where X-OC-Signature alone is written as $1', async ([name, encoding]) => {
    const form = likely.find(candidate => candidate.name === name)?.form ?? referenceRequestForm
    const { found } = await search(verifies(form, { encoding }), { most: 4_000 })
    expect(found).toMatchObject({ name, form, encoding })
  })

  test.each([
    ['below the base', '/gw', (form: RequestForm) => belowBaseForm(form)],
    ['below the base of two parts', '/gw/v2', (form: RequestForm) => belowBaseForm(form)],
    [
      'below the first part of the base',
      '/gw/v2',
      () => ({ template: referenceRequestForm.template.replace('${path}', '/v2${pathBelowBase}') }),
    ],
    ['whole', '/gw/v2', (form: RequestForm) => form],
  ])('finds that the path is signed %s', async (_, base, formOf) => {
    const form = formOf(referenceRequestForm)
    const { found, probes } = await search(verifies(form, { base }), { base })
    expect(found?.form).toEqual(form)
    expect(probes).toBeLessThanOrEqual(120)
  })

  test('finds that canonical JSON in the request escapes slashes', async () => {
    const writing = { canonicalJson: 'rfc8785', canonicalEscapes: ['slash'] } as const
    const { found } = await search(verifies({ members: true }, { writing }), { possible: [rfc8785Writing, writing] })
    expect(found).toMatchObject({ form: { members: true }, writing })
  })

  test('ends without a result if no likely form is verified', async () => {
    const { found, probes } = await search(verifies({ template: 'oc1/${nonce}/${bodyHash}' }), { most: 60 })
    expect(found).toBeUndefined()
    expect(probes).toBe(60)
  })

  test('finds the reference if everything is accepted', async () => {
    expect((await search(async () => 'accepted')).found?.name).toBe('reference')
  })

  test('omits requests whose responses reveal nothing', async () => {
    const named = likely.find(({ name }) => name.startsWith('timestamp, nonce, method, path, body; joined by line'))
    const verified = verifies(named?.form ?? { body: true })
    const probe: Probe = async (candidate, precision) => (precision.query ? 'unclear' : verified(candidate, precision))
    expect((await search(probe)).found?.name).toBe(named?.name)
  })

  test('does not rely on anything that was not accepted in full precision', async () => {
    const probe: Probe = async (_candidate, { ownNonce }) => (ownNonce ? 'refused' : 'accepted')
    expect((await search(probe)).found).toBeUndefined()
  })
})
