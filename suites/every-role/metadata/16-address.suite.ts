/**
 * META-16 · Where the document is: at {base_url}/metadata.json with base_url from config.endpoint, or at the address
 * registered for the OCID (the document says both, and the first needs the second); whether both answer alike.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { isObject, memberOf } from '../../../protocol/json/json.ts'
import { metadataOf } from '../../support/metadata-document.ts'
import { answerOf } from '../../support/observations.ts'
import { probeOperation } from '../../support/reachability.ts'
import { isHttpAddress } from './http-address.ts'

const { clause } = defineSuite({ id: 'metadata', roles: ['gateway', 'merchant', 'kyc'], operations: ['metadata'] })

/** Compares the document below an address with the one that the run read, as words of the vocabulary. */
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
