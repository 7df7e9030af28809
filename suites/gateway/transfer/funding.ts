import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked } from '../../../harness/outcome.ts'
import type { CurrencyMoves } from '../../support/gateway/transfer/both-currencies.ts'

/** Blocks the check if the account cannot be paid into. */
export const requireFunding = (funding: HttpResponse, { money: { currency } }: CurrencyMoves): void => {
  if (!isSuccess(funding))
    blocked(
      `the accounts in ${currency} cannot be used: ${summary(funding)}; register the treasury and purse1 in it as provisioning.json lists them`,
    )
}
