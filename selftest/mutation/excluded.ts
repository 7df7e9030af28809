/** Files of the reference that are not mutated, with the reason why no clause is about them. */
export const excluded: readonly { files: string; reason: string }[] = [
  { files: 'reference/**/*.test.ts', reason: 'unit tests' },
  { files: 'reference/**/*.test.support.ts', reason: 'fixtures of the unit tests' },
  {
    files: 'reference/service/html.ts',
    reason: 'how markup is written; the checks of the pages try to inject markup',
  },
  { files: 'reference/service/style.ts', reason: 'the style sheet of the pages' },
  { files: 'reference/gateway/hosted-page/markup.ts', reason: 'texts and markup of the hosted page' },
  { files: 'reference/kyc/consent/markup.ts', reason: 'texts and markup of the consent page' },
  { files: 'reference/kyc/consent/permissions.ts', reason: "a provider's own words for the permissions" },
  { files: 'reference/merchant/order/retrieval.ts', reason: 'texts and markup of the pages that customers return to' },
  { files: 'reference/service/serving.ts', reason: 'operation: the path below which a role is served, and its logs' },
  { files: 'reference/service/storage*.ts', reason: 'operation: how state is stored, and that answers wait for it' },
  {
    files: 'reference/gateway/notification/claims.ts',
    reason: 'operation: which of several processes that share a state sends a notification',
  },
  { files: 'reference/service/turn-ports.ts', reason: 'operation: the turns of processes that share a state' },
  { files: 'reference/service/page-secret.ts', reason: 'operation: the secret that such processes share' },
  {
    files: 'reference/service/provisioning.ts',
    reason: 'operation: the defaults of a role without provisioning',
  },
  {
    files: 'reference/service/refused-connection.ts',
    reason: 'requests that are not HTTP: a run sends none, which a proxy could answer instead of the target',
  },
]
