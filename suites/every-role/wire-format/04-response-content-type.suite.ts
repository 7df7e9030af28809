/** FMT-04 · JSON answers are application/json and valid UTF-8 JSON. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isClientError } from '../../../harness/http/pending-response.ts'
import { type HttpResponse, mediaType } from '../../../harness/http/response.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { authenticatedOperations, send } from '../../support/authentication/authenticated-operations.ts'
import { verifyUnknown } from '../../support/gateway/verify/unknown-transaction.ts'
import { invalidGrantRequests, isOfRouter } from '../../support/kyc/invalid-requests.ts'
import { readMetadata } from '../../support/metadata-document.ts'
import { forOperations } from '../../support/parametrize.ts'
import { expectJson } from '../../support/wire-format/json-response.ts'

const { clause } = defineSuite({ id: 'wire-format-answers', roles: ['gateway', 'merchant', 'kyc'], operations: [] })

/** Sends a correct request, and one that each layer refuses. */
const expectJsonAtEachLayer = async (context: CheckContext, operation: AuthenticatedOperation) => {
  const { name } = operation
  const key = generatePrivateKey()
  expectJson(await send(context, operation, operation.body(context)), name)
  expectJson(await send(context, operation, operation.body(context), { key }), `${name}, wrongly signed`)
  expectJson(await send(context, operation, {}), `${name} with an empty object`)
}

for (const operation of authenticatedOperations)
  clause(
    'FMT-04',
    `answers of ${operation.name}`,
    context => expectJsonAtEachLayer(context, operation),
    forOperations(operation.name),
  )

clause('FMT-04', 'metadata document', async context => expectJson(await readMetadata(context), 'GET /metadata.json'), {
  operations: ['metadata'],
})

clause(
  'FMT-04',
  'answers of verify',
  async context => {
    expectJson(await verifyUnknown(context), 'GET /verify/{txid} of an unknown transaction')
    const { json } = await context.pay(context.paymentOf(context.merchant))
    const txid = memberOf(json, 'txid')
    if (typeof txid === 'string') expectJson(await context.verify(txid), 'GET /verify/{txid} of a payment')
  },
  forOperations('verify'),
)

/** A refusal with a page instead of JSON fails GRANT-02, GRANT-03 or ERR-01. */
const isPage = (response: HttpResponse) => response.json === undefined && /html/.test(mediaType(response))

clause(
  'FMT-04',
  'refusals of kyc.grant',
  async context => {
    const requests = invalidGrantRequests.map(async request => {
      const response = await request.send(context)
      if (isClientError(response) && !isPage(response) && !isOfRouter(request, response))
        expectJson(response, `a request for permissions with ${request.what}`)
    })
    await Promise.all(requests)
  },
  forOperations('kyc.grant'),
)

const ofRun = defineSuite({ id: 'wire-format-of-run', roles: ['gateway', 'merchant', 'kyc'], operations: [] })

ofRun.clause(
  'FMT-04',
  { id: 'responses-that-are-said-to-be-json', title: 'responses declared as JSON' },
  async ({ run }) => {
    const { malformed } = run.seen
    if (malformed !== undefined) expectJson(malformed, `${malformed.method} ${new URL(malformed.url).pathname}`)
  },
  { last: true },
)
