import type { Report } from '../../../schemas/messages.ts'
import { paceText } from '../../pace.ts'
import { html, type Markup } from '../markup.ts'
import { limits, pair, plural, readableTime, short } from '../text.ts'

/** Renders how the run was made, and where its evidence is. */
export const runDetailsSection = (report: Report): Markup => html`
<section id="run"><h2>The run</h2><dl class="pairs">${runFacts(report)}${evidenceFacts(report)}</dl></section>`

const runFacts = ({ run, target }: Report): (Markup | undefined)[] => [
  pair('harness', run.harness),
  pair('register', `edition ${run.register}`),
  pair('started', readableTime(run.started)),
  pair('resumed', run.resumed?.map(readableTime).join(', ')),
  pair('finished', run.finished && readableTime(run.finished)),
  pair('took', `${run.seconds} s`),
  pair('requests', String(run.requests)),
  pair('pace', run.pace && paceText(run.pace)),
  pair('seed', String(run.seed)),
  pair('depth', run.depth),
  pair('peak memory', run.peakMemoryBytes !== undefined && `${Math.round(run.peakMemoryBytes / 1_048_576)} MiB`),
  pair('interrupted', run.interrupted && 'yes'),
  pair('selected', run.selection?.only?.join(', ')),
  pair('skipped', run.selection?.skip?.join(', ')),
  pair('shard', run.shard),
  pair('workers', run.workers !== undefined && String(run.workers)),
  pair('merged from', run.shards !== undefined && plural(run.shards, 'shard')),
  pair('known failures', run.knownFailing?.join(', ')),
  pair('metadata digest', target.metadataDigest && html`<span class="key">${short(target.metadataDigest)}</span>`),
]

const evidenceFacts = ({ evidence, challenge, signature, checks }: Report): (Markup | undefined)[] => [
  pair('checks', plural(checks.length, 'check')),
  pair('evidence', evidence && html`<code>${short(evidence.file)}</code>`),
  pair('evidence digest', evidence && html`<span class="key">${short(evidence.digest)}</span>`),
  pair('challenge', challenge && html`<span class="key">${short(challenge.value)}</span>`),
  pair('signed by the target', challenge?.signed && `${challenge.signed.what}, exchange ${challenge.signed.exchange}`),
  pair('signature', signature && html`<span class="key">${short(signature.value, limits.line)}</span>`),
  pair('signed with', signature && html`<span class="key">${short(signature.publicKey)}</span>`),
]
