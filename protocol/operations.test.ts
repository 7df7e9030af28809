import { expect, test } from 'vitest'
import { describeCorpus, textOf } from './corpora.test.support.ts'
import { capabilitiesOf, operations } from './operations.ts'

describeCorpus('the operations', 'spec/protocol.md', () => {
  const text = (): string => textOf('spec/protocol.md')

  test('are those of the document', () => {
    const headings = [...text().matchAll(/^### (GET|POST) \{base_url\}(\S+)/gm)].map(
      ([, method, path]) => `${method} ${path}`,
    )
    const ours = Object.values(operations).filter(({ documented }) => documented)
    const submission = 'POST /kyc/grant/{ocid}/submit'
    expect([...headings, submission].sort()).toEqual(ours.map(({ method, path }) => `${method} ${path}`).sort())
  })

  test('declare their capabilities as the document lists them', () => {
    const line =
      text()
        .split('\n')
        .find(each => each.startsWith('Capability values shown')) ?? ''
    const [gateway = '', kyc = ''] = line.split('; KYC')
    const listed = (part: string): string[] => [...part.matchAll(/`([^`]+)`/g)].map(([, value]) => value ?? '')
    expect(capabilitiesOf).toEqual({ gateway: listed(gateway), merchant: [], kyc: listed(kyc) })
  })
})

test('every capability of an operation is one of its role', () => {
  for (const { role, capability } of Object.values(operations))
    if (capability !== undefined && role !== 'every') expect(capabilitiesOf[role]).toContain(capability)
})

test('five operations are authenticated, and settle', () => {
  const authenticated = Object.entries(operations).filter(([, operation]) => operation.authenticated)
  expect(authenticated.map(([name]) => name).sort()).toEqual(
    [
      'orders.checkout',
      'orders.create',
      'payment.create',
      'payment.settle',
      'transfer.create',
      'transfer.webhook',
    ].sort(),
  )
})
