import type { GatewayPolicies } from '../../reference/gateway/policies.ts'
import { answerVariants } from './gateway/answers.ts'
import { dialectVariants } from './gateway/dialects.ts'
import { httpVariants } from './gateway/http.ts'
import { layerVariants } from './gateway/layer.ts'
import { metadataVariants } from './gateway/metadata.ts'
import { moneyVariants } from './gateway/money.ts'
import { notificationVariants } from './gateway/notification.ts'
import { pageVariants } from './gateway/pages.ts'
import { sessionVariants } from './gateway/sessions.ts'
import { strictVariants } from './gateway/strict.ts'
import { transactionVariants } from './gateway/transactions.ts'
import type { Variant } from './variant.ts'

/** Gateways that chose otherwise, by the part of the document that leaves them the choice. */
export const gatewayVariants: readonly Variant<GatewayPolicies>[] = [
  ...metadataVariants,
  ...dialectVariants,
  ...layerVariants,
  ...httpVariants,
  ...answerVariants,
  ...strictVariants,
  ...sessionVariants,
  ...pageVariants,
  ...moneyVariants,
  ...transactionVariants,
  ...notificationVariants,
]
