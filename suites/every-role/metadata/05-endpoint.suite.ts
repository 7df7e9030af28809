/** META-05 · config.endpoint is an absolute URI, and the role's operations answer below it. */

import { declaredCapabilities } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { brief, expectThat } from '../../../harness/outcome.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { type OperationName, operations } from '../../../protocol/operations.ts'
import { configMember } from '../../support/metadata-document.ts'
import { isAnswered, probeOperation, probeUnknownPath } from '../../support/reachability.ts'
import { isHttpAddress } from './http-address.ts'

const { clause } = defineSuite({ id: 'metadata', roles: ['gateway', 'merchant', 'kyc'], operations: ['metadata'] })

/** Lists the documented operations of the target's role: those that it declares, or all if it declares none. */
const expectedOperations = ({ run }: CheckContext): OperationName[] => {
  const names = Object.keys(operations) as OperationName[]
  const ofRole = names.filter(name => operations[name].role === run.role && operations[name].documented)
  const declared = ofRole.filter(name => declaredCapabilities(run)?.includes(operations[name].capability ?? ''))
  return declared.length > 0 ? declared : ofRole
}

clause('META-05', 'operations below the endpoint', async context => {
  const endpoint = configMember(context, 'endpoint')
  expectThat(isHttpAddress(endpoint), 'config.endpoint is not an absolute URI', {
    expected: 'an absolute http or https address',
    actual: endpoint,
  })
  const base = textOf(endpoint)
  const probes = await Promise.all(expectedOperations(context).map(name => probeOperation(context, name, base)))
  const responses = probes.filter(response => response !== undefined)
  const unknownPath = await probeUnknownPath(context, base)
  const hasOperation = responses.some(response => isAnswered(response, unknownPath))
  expectThat(hasOperation, `no operation responds below ${brief(endpoint)}`, {
    expected: 'the operations of the role',
    actual: responses.map(summary).join(', ') || 'nothing listens there',
  })
})
