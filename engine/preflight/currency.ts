import type { CheckContext } from '../../harness/context.ts'
import { isSuccess } from '../../harness/http/pending-response.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { currenciesOf } from '../target/target-metadata.ts'
import { problem } from './finding.ts'

/**
 * Finds out whether the run uses a currency that the target neither lists nor accepts, at its checkout or in a transfer; a target may
 * accept more currencies than it settles in. Undefined if the currency is fine. Heading: Metadata document.
 */
export const currencyProblem = async (context: CheckContext): Promise<PreflightFinding | undefined> => {
  const { currency } = context.money
  const listed = currenciesOf(context.run.metadata.json)
  if (listed.length === 0 || listed.includes(currency)) return undefined
  const { merchant, partner } = context
  const responses = await Promise.all([
    context.checkout(merchant.signs(merchant.order()), { as: merchant }),
    context.transfer({ from: partner, to: merchant }),
  ])
  if (responses.some(isSuccess)) return undefined
  return problem(
    'currency',
    `The config is for ${currency}, which the target does not accept; it settles in ${listed.slice(0, 10).join(', ')}.`,
    'Create the config again with one of its currencies (init --currency, --from CONFIG --force), and register what provisioning.json then lists.',
  )
}
