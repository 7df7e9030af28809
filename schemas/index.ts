import checkoutRequest from './checkout-request.schema.json' with { type: 'json' }
import checkoutResponse from './checkout-response.schema.json' with { type: 'json' }
import config from './config.schema.json' with { type: 'json' }
import consentSubmission from './consent-submission.schema.json' with { type: 'json' }
import error from './error.schema.json' with { type: 'json' }
import knownFailures from './known-failures.schema.json' with { type: 'json' }
import kycCallbackQuery from './kyc-callback-query.schema.json' with { type: 'json' }
import kycError from './kyc-error.schema.json' with { type: 'json' }
import kycGrantQuery from './kyc-grant-query.schema.json' with { type: 'json' }
import matrix from './matrix.schema.json' with { type: 'json' }
import metadata from './metadata.schema.json' with { type: 'json' }
import order from './order.schema.json' with { type: 'json' }
import orderItem from './order-item.schema.json' with { type: 'json' }
import orderReference from './order-reference.schema.json' with { type: 'json' }
import orderRequest from './order-request.schema.json' with { type: 'json' }
import orderUrls from './order-urls.schema.json' with { type: 'json' }
import party from './party.schema.json' with { type: 'json' }
import paymentRequest from './payment-request.schema.json' with { type: 'json' }
import paymentResponse from './payment-response.schema.json' with { type: 'json' }
import profile from './profile.schema.json' with { type: 'json' }
import proof from './proof.schema.json' with { type: 'json' }
import provisioning from './provisioning.schema.json' with { type: 'json' }
import report from './report.schema.json' with { type: 'json' }
import settleRequest from './settle-request.schema.json' with { type: 'json' }
import settleResponse from './settle-response.schema.json' with { type: 'json' }
import signedOrder from './signed-order.schema.json' with { type: 'json' }
import signedProof from './signed-proof.schema.json' with { type: 'json' }
import transferRequest from './transfer-request.schema.json' with { type: 'json' }
import verifyCompleted from './verify-completed.schema.json' with { type: 'json' }
import verifyOther from './verify-other.schema.json' with { type: 'json' }
import verifyPending from './verify-pending.schema.json' with { type: 'json' }
import verifyResponse from './verify-response.schema.json' with { type: 'json' }
import webhookResponse from './webhook-response.schema.json' with { type: 'json' }

/**
 * Every schema by name: first the messages of the protocol document, then the harness's own documents. The JSON files
 * are imported statically so that the compiler copies them into the package.
 */
const schemas = {
  metadata,
  order,
  'order-item': orderItem,
  'order-urls': orderUrls,
  'signed-order': signedOrder,
  'order-reference': orderReference,
  party,
  proof,
  'signed-proof': signedProof,
  'checkout-request': checkoutRequest,
  'checkout-response': checkoutResponse,
  'transfer-request': transferRequest,
  'payment-request': paymentRequest,
  'payment-response': paymentResponse,
  'verify-response': verifyResponse,
  'verify-completed': verifyCompleted,
  'verify-pending': verifyPending,
  'verify-other': verifyOther,
  'webhook-response': webhookResponse,
  'order-request': orderRequest,
  'settle-request': settleRequest,
  'settle-response': settleResponse,
  error,
  'kyc-error': kycError,
  'kyc-grant-query': kycGrantQuery,
  'kyc-callback-query': kycCallbackQuery,
  'consent-submission': consentSubmission,
  config,
  provisioning,
  profile,
  report,
  matrix,
  'known-failures': knownFailures,
} as const satisfies Record<string, object>

/** A message, part of one, or file that has a schema. */
export type SchemaName = keyof typeof schemas

/** The names of all schemas, in a fixed order. */
export const schemaNames: readonly SchemaName[] = Object.keys(schemas) as SchemaName[]

/** Checks that a string is the name of a schema. */
export const isSchemaName = (text: string): text is SchemaName => Object.hasOwn(schemas, text)

/** Returns a schema, as JSON Schema 2020-12. */
export const schema = (name: SchemaName): { readonly [keyword: string]: unknown; readonly $id: string } => schemas[name]
