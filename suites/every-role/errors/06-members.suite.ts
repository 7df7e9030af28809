/**
 * ERR-06 · Which of code, message, details a gateway or merchant always sends: Error lists message and details, Errors
 * all three.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { operations } from '../../../protocol/operations.ts'
import { collectRefusals, type Refusal, refusingOperations } from '../../support/errors/refused-requests.ts'
import { forOperations } from '../../support/parametrize.ts'

const { clause } = defineSuite({ id: 'errors', roles: ['gateway', 'merchant', 'kyc'], operations: [] })

const errorMembers = ['code', 'message', 'details']

const membersOf = ({ response }: Refusal): string[] => {
  const error = memberOf(response.json, 'error')
  return errorMembers.filter(name => memberOf(error, name) !== undefined)
}

for (const operation of refusingOperations.filter(name => operations[name].role !== 'kyc'))
  clause.observe(
    'ERR-06',
    `members of an error of ${operation}`,
    async context => {
      const members = (await collectRefusals(context, operation)).map(membersOf)
      const always = errorMembers.filter(name => members.every(names => names.includes(name)))
      context.observe({ 'always sent': always })
    },
    forOperations(operation),
  )
