/** ERR-05 · Content of error.details; what an unknown path or method answers. */

import { defineSuite } from '../../../harness/clause.ts'
import { brief, notApplicable } from '../../../harness/outcome.ts'
import { isObject, memberOf } from '../../../protocol/json/json.ts'
import {
  collectRefusals,
  hasLayerCode,
  type Refusal,
  refusingOperations,
} from '../../support/errors/refused-requests.ts'
import { answerOf, observeAnswers } from '../../support/observations.ts'
import { forOperations } from '../../support/parametrize.ts'

const { clause } = defineSuite({ id: 'errors', roles: ['gateway', 'merchant', 'kyc'], operations: [] })

const detailsOf = ({ response }: Refusal) => memberOf(memberOf(response.json, 'error'), 'details')

const detailsWord = (refusal: Refusal): string => {
  const details = detailsOf(refusal)
  if (details === undefined) return 'absent'
  if (!isObject(details)) return 'no object'
  return Object.keys(details).length > 0 ? 'with members' : 'empty'
}

/** Returns the name of the layer that refused. */
const layerOf = ({ isNamed, response }: Refusal): string => {
  if (hasLayerCode(response)) return 'details of the authentication layer'
  return isNamed ? 'details of a documented condition' : 'details of a malformed request'
}

/** Describes the details that each layer sends; `differs` if they are not all the same. */
const detailsByLayer = (refusals: readonly Refusal[]): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(refusals, layerOf)].map(([layer, ofLayer]) => {
      const [first = '', ...others] = new Set(ofLayer.map(detailsWord))
      return [layer, others.length > 0 ? 'differs' : first]
    }),
  )

/** Lists the member names of all details, as the target wrote them. */
const detailNames = (refusals: readonly Refusal[]): string | undefined => {
  const names = new Set(refusals.flatMap(refusal => Object.keys(Object(detailsOf(refusal)))))
  const shortened = [...names].slice(0, 20).map(name => brief(name, 40))
  return shortened.join(', ') || undefined
}

for (const operation of refusingOperations)
  clause.observe(
    'ERR-05',
    `details of ${operation}`,
    async context => {
      const refusals = await collectRefusals(context, operation)
      if (refusals.length === 0) notApplicable('The target refuses none of these requests.')
      context.observe(detailsByLayer(refusals), detailNames(refusals))
    },
    forOperations(operation),
  )

const unknownPaths = [
  ['GET', '/no/such/path'],
  ['POST', '/no/such/path'],
  ['DELETE', '/metadata.json'],
  ['GET', '/'],
] as const

clause.observe('ERR-05', 'unknown paths and methods', async context => {
  const sent = unknownPaths.map(([method, path]) => [`${method} ${path}`, context.get(path, { method })] as const)
  await observeAnswers(context, Object.fromEntries(sent), answerOf)
})
