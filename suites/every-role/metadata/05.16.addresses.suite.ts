import { declaredCapabilities } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { brief, expectThat } from '../../../harness/outcome.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { isObject, type Json, memberOf } from '../../../protocol/json/json.ts'
import { type OperationName, operations } from '../../../protocol/operations.ts'
import { configMember, metadataOf } from '../../support/metadata-document.ts'
import { answerOf } from '../../support/observations.ts'
import { isAnswered, probeOperation, probeUnknownPath } from '../../support/reachability.ts'

/** The addresses of the target and of its metadata document. Headings: Metadata document, GET /metadata.json. */
const { clause } = defineSuite({
  id: 'metadata',
  roles: ['gateway', 'merchant', 'kyc'],
  operations: ['metadata'],
})

const isHttpAddress = (value: Json): boolean => {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url !== null && /^https?:$/.test(url.protocol)
}

/** Lists the documented operations of the target's role: those that it declares, or all if it declares none of them. */
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

/** Compares the document below an address with the one that the run read, in the words of the vocabulary. */
const compareDocument = async (context: CheckContext, base: string): Promise<string> => {
  const response = await probeOperation(context, 'metadata', base)
  if (response?.status !== 200 || !isObject(response.json))
    return response ? answerOf(response) : 'nothing listens there'
  const key = memberOf(response.json.config, 'publicKey')
  return key === memberOf(metadataOf(context).config, 'publicKey') ? 'the same identity' : 'another identity'
}

clause.observe('META-16', 'addresses of the document', async context => {
  const endpoint = memberOf(metadataOf(context).config, 'endpoint') ?? ''
  const { baseUrl } = context.run.target
  context.observe({
    'below config.endpoint': isHttpAddress(endpoint) ? await compareDocument(context, textOf(endpoint)) : 'no address',
    "below the operator's address": await compareDocument(context, baseUrl),
  })
})
