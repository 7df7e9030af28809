/** Milliseconds of a wait at each depth. */
type ByDepth = { quick: number; standard: number; thorough: number }

/** The shortest and longest milliseconds of a wait. */
export type Range = { least: number; most: number }

/** A wait for something that a target does at a time of its choosing, or a pause between two checks for it. */
type Wait = { ms: number | ByDepth | Range | readonly number[]; for: string; why: string }

/**
 * Every wait of the harness for something that a target does at a time of its choosing; checks define none themselves. Each ends as soon as
 * the event occurs. docs/patience.md is generated from it.
 */
export const waits = {
  notification: {
    ms: 60_000,
    for: 'A required notification.',
    why: 'The document states no delivery time, and a queue may be polled. `patience.notification` in the config changes it. A missing notification is searched for again at the end of the run.',
  },
  person: {
    ms: 600_000,
    for: 'A person who should use a page, and neither opens nor finishes anything.',
    why: 'People must notice the task, and find a card or a login. `patience.person` in the config changes it.',
  },
  usualNotification: {
    ms: 1_000,
    for: 'A notification that does not determine a result on its own: three times the slowest so far, and no less than this.',
    why: 'The check continues without it. It is also the wait for every notification once several did not arrive in the whole time.',
  },
  overtaking: {
    ms: { least: 200, most: 500 },
    for: 'A notification that must not arrive, after a later one has arrived; three times the slowest so far, within this range.',
    why: 'Notifications may overtake each other. A later notification is found at the end of the run.',
  },
  redirect: {
    ms: 1_000,
    for: 'The proof of a hosted payment, after the customer was redirected; a distant target gets four times its latency more.',
    why: 'A gateway that does not wait for the response to the proof sends both at the same time, and they arrive on two connections.',
  },
  retry: {
    ms: 6_000,
    for: 'Further attempts of a notification that got a 503.',
    why: 'Retries begin after seconds. Later attempts are counted at the end of the run.',
  },
  attempts: {
    ms: { quick: 3_000, standard: 3_000, thorough: 60_000 },
    for: 'All attempts of a notification that failed.',
    why: 'It is only observed. Later attempts are counted at the end of the run, and the note states how long the check waited.',
  },
  attemptsAfterSilence: {
    ms: { quick: 0, standard: 0, thorough: 60_000 },
    for: 'All attempts of a notification that got no response.',
    why: 'Nothing happens until the target stops waiting, and other checks wait for this one. Later attempts are counted at the end of the run.',
  },
  credit: {
    ms: 5_000,
    for: 'Money of an accepted transfer to arrive in the account of the recipient.',
    why: 'The document does not say when. It is measured with the first account of a run; a target that credits immediately causes no wait.',
  },
  creditLook: { ms: 50, for: 'The pause between two checks for that money.', why: 'It limits the transfers.' },
  reach: {
    ms: 4_000,
    for: 'Anything that the target sends to a counterpart on the same machine, in the preflight.',
    why: 'Nothing is between the two, so silence does not mean an invalid configuration. For a remote counterpart, the wait for a notification applies.',
  },
  replica: {
    ms: 3_000,
    for: 'A transaction reported by the target, at verify; a signed order, at its URL.',
    why: 'A replica of its database may lag.',
  },
  rereading: { ms: 150, for: 'The pause between two such reads.', why: 'It limits the requests.' },
  paymentExpiry: {
    ms: 5_000,
    for: 'A payment past its expiresAt that verify still shows as pending.',
    why: 'A target may search for expired payments every few seconds.',
  },
  paymentRereading: { ms: 250, for: 'The pause between two reads of such a payment.', why: 'It limits the requests.' },
  laterSecond: {
    ms: 1_100,
    for: "A later second of the target's clock.",
    why: 'A payment or an order that replaces another then has a later creation time.',
  },
  apart: {
    ms: 3_000,
    for: 'Two payments or notifications whose timestamps must differ.',
    why: 'They may be stamped by processes with slightly different clocks.',
  },
  orderFetch: {
    ms: 750,
    for: 'A request for an order, after the response to the payment or transfer that names its URL.',
    why: 'A target may fetch it in the background. A later request is found at the end of the run.',
  },
  bounded: {
    ms: { least: 15_000, most: 30_000 },
    for: 'A required response while a request of the target hangs; as long as for a notification, within this range.',
    why: 'The clauses require a bounded time, but state no bound.',
  },
  transfer: {
    ms: 8_000,
    for: 'The response to a transfer whose webhook hangs; a distant target gets four times its latency more.',
    why: 'A transfer that takes as long as the merchant is blocked by it; a transfer that takes a few seconds is not.',
  },
  recovery: {
    ms: 60_000,
    for: 'The metadata, after a check that made the target hang on purpose.',
    why: 'The next check must find the target recovered.',
  },
  recoveryRereading: { ms: 250, for: 'The pause between two such reads.', why: 'It limits the requests.' },
  issuerKey: {
    ms: { quick: 3_000, standard: 3_000, thorough: 30_000 },
    for: "A merchant's new reading of an issuer's key.",
    why: 'A cache may keep the old one longer; the key is then not judged.',
  },
  issuerMetadata: {
    ms: { quick: 3_000, standard: 9_000, thorough: 60_000 },
    for: "All readings of an issuer's faulty metadata together.",
    why: 'A target may limit how often it reads a document; a document that it does not read is not judged.',
  },
  issuerRereading: { ms: 150, for: 'The pause between deliveries to the merchant.', why: 'It limits the requests.' },
  strangers: { ms: 500, for: "Other senders' requests, if the target's matter.", why: 'Anyone may send one.' },
  requesterKept: {
    ms: { quick: 3_000, standard: 3_000, thorough: 60_000 },
    for: "A KYC provider's new reading of a requester's metadata; once it does not happen, it is no longer waited for.",
    why: 'A cache may keep the old one longer; the change is then not judged.',
  },
  requesterRereading: { ms: 150, for: 'The pause between visits to the provider.', why: 'It limits the requests.' },
  callbackRequest: {
    ms: { quick: 1_000, standard: 3_000, thorough: 5_000 },
    for: 'A request of a KYC provider to a callback URL, after the decision.',
    why: 'It must not be sent at all; a provider that sends it does so with the decision.',
  },
  ownConnection: {
    ms: 5_000,
    for: 'A connection of the harness to its own counterpart, tried three times.',
    why: 'It proves that nothing between the two blocks connections.',
  },
  publicAddress: {
    ms: 3_000,
    for: "The counterpart, at its public address, in the preflight; time in which the harness's own machine was busy does not count.",
    why: 'An address that does not respond is a configuration error: no notification would ever arrive.',
  },
  crossRole: {
    ms: [100, 400, 1_000, 2_500, 5_000, 15_000],
    for: 'A merchant and a gateway together: the notification, before the merchant is asked; tried in this order, then the patience for a notification.',
    why: 'The harness does not see what the two send each other.',
  },
  page: {
    ms: 20_000,
    for: 'A page in a browser, from a click until it shows the result.',
    why: 'A page that never settles is then read as it is.',
  },
  pageQuiet: {
    ms: 60,
    for: 'A moment in which nothing happens on such a page.',
    why: 'A script may send another request right after a response.',
  },
  pageReaction: {
    ms: 1_000,
    for: 'A page in a browser that lacks controls or the wanted one, is unchanged since the click, or has drawn nothing since the last response to its script; and a disabled button.',
    why: 'A script may be working without a pending request.',
  },
  lateDrawing: {
    ms: 8_000,
    for: 'A page in a browser that lacks a part it must show, once in a run; further pages only if a page has drawn late.',
    why: 'A script may draw by a timer. A page that is still the same by then is finished.',
  },
  leftOpen: {
    ms: { quick: 3_000, standard: 20_000, thorough: 60_000 },
    for: 'A consent page with a script, left open in a browser: nothing may be granted.',
    why: 'A script may grant by a timer, and no timer is too long for that.',
  },
  tunnel: {
    ms: 30_000,
    for: 'The address that the command of --tunnel prints, and then the counterpart behind that address.',
    why: 'A tunnel connects to a remote service, which must publish the address.',
  },
  throttling: {
    ms: { quick: 300_000, standard: 900_000, thorough: 3_600_000 },
    for: 'A target that answers 429 or 503, in total per run: from such a response until it accepts a request again. Then the run ends, incomplete.',
    why: 'A run must end, whatever Retry-After asks for. With --max-rps, a target that limits requests need not throttle.',
  },
  throttlingByRequest: {
    ms: 1_000,
    for: 'Added to that time by each accepted request, unless the last Retry-After exceeded the longest pause.',
    why: 'A target that accepts one request a second is slow, but can be certified.',
  },
  throttlingPause: {
    ms: 120_000,
    for: 'The longest pause that is made for Retry-After.',
    why: 'Many services send a value unrelated to when they accept requests again.',
  },
  standstill: {
    ms: 60_000,
    for: 'A run without activity: no request, no wait with a time limit, no task for a person. Then it ends, incomplete, and reports who waits for what.',
    why: 'Nothing more can happen. Time in which the harness could not run does not count.',
  },
  silentProcess: {
    ms: 120_000,
    for: 'A process or thread of a run (one process per target of several, and per worker) that sends no sign of life. Then it is killed; the run is incomplete.',
    why: 'It sends one every second. A process that is stopped or hangs cannot end on its own. Time in which the harness could not run does not count.',
  },
  standstillLook: {
    ms: 1_000,
    for: 'The pause between two checks for activity of a run, and between two signs of life of a process or thread.',
    why: 'It costs nothing.',
  },
  run: {
    ms: { quick: 3_600_000, standard: 21_600_000, thorough: 86_400_000 },
    for: 'A whole run without --budget; then it ends, incomplete.',
    why: 'A target may be slow in a way that no other limit covers. The run ends, with a report, before the CI job does.',
  },
  checkEnd: {
    ms: 10_000,
    for: 'The clean-up of a check that is ended with the run.',
    why: 'The report does not wait for a clean-up that hangs.',
  },
  closing: {
    ms: 15_000,
    for: 'The counterpart, the browser and the connections, to close at the end of a run.',
    why: 'Anything still open ends with the process.',
  },
  closingEarly: {
    ms: 2_000,
    for: 'The counterpart, the browser and the connections, to close at the end of an interrupted run.',
    why: 'An interrupted process is usually killed a few seconds later, and the report must be written by then.',
  },
  ending: {
    ms: 120_000,
    for: 'The report of a run that ends early, from its thread; then the thread is terminated, and the report covers the work so far.',
    why: 'Returning the money and closing need less time; a thread that needs longer hangs.',
  },
  returnFunds: {
    ms: 30_000,
    for: 'All transfers that return the money at the end of a run.',
    why: 'No verdict depends on them.',
  },
} as const satisfies Record<string, Wait>

/** The highest latency of a near target, in milliseconds. */
const nearMs = 50

/** Returns whether a target is near: on this machine, or beside it. */
export const isNear = (latencyMs: number): boolean => latencyMs <= nearMs

/** Scales a limit stated for a near target: a more distant one gets more time. */
export const atPace = (ms: number, latencyMs: number): number => ms * Math.max(1, latencyMs / nearMs)

/** A check that has waited for this many milliseconds lends its place to another. */
export const idleMs = 1_000

/** The same milliseconds for a check that wants its place back. */
export const shortIdleMs = 50
