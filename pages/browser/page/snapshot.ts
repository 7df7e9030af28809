import type { CDPSession } from 'playwright-core'
import { entryOf, textOf } from '../../../protocol/json/any-json.ts'
import type { StepKind } from '../../document/steps.ts'
import { answered } from '../process/protocol.ts'

/** A node as assistive technologies read it. */
export type Accessible = { role: StepKind; name: string; isDisabled: boolean }

const roles: Readonly<Record<string, StepKind>> = {
  button: 'button',
  menuitem: 'button',
  tab: 'button',
  togglebutton: 'button',
  popupbutton: 'button',
  link: 'link',
  radio: 'radio',
  menuitemradio: 'radio',
  checkbox: 'checkbox',
  menuitemcheckbox: 'checkbox',
  switch: 'checkbox',
  option: 'option',
  menulistoption: 'option',
  listboxoption: 'option',
  textbox: 'text',
  searchbox: 'text',
  spinbutton: 'text',
  combobox: 'text',
  textfield: 'text',
}

/** Maximum number of frames that are read per page. */
const mostFrames = 20

type FrameTree = { frame: { id: string }; childFrames?: FrameTree[] }

const framesIn = ({ frame, childFrames = [] }: FrameTree): string[] => [frame.id, ...childFrames.flatMap(framesIn)]

/** The controls of a document by node, as assistive technologies read them. */
type Controls = ReadonlyMap<number, Accessible>

/** Returns the controls of a page, or of one of its frames. */
export const controlsOf = async (session: CDPSession, frameId?: string): Promise<Controls> => {
  const { nodes } = await answered(
    session,
    session.send('Accessibility.getFullAXTree', frameId === undefined ? {} : { frameId }),
  )
  const found = new Map<number, Accessible>()
  for (const { ignored, role, name, properties = [], backendDOMNodeId } of nodes) {
    const kind = entryOf(roles, textOf(role?.value ?? '').toLowerCase())
    if (ignored || kind === undefined || backendDOMNodeId === undefined) continue
    const isDisabled = properties.some(property => property.name === 'disabled' && property.value.value === true)
    found.set(backendDOMNodeId, { role: kind, name: textOf(name?.value ?? '').slice(0, 1_000), isDisabled })
  }
  return found
}

/** Adds the controls of the frames of a page to its own. */
export const withFrames = async (session: CDPSession, own: Controls): Promise<Controls> => {
  const { frameTree } = await answered(session, session.send('Page.getFrameTree'))
  const frames = framesIn(frameTree as FrameTree).slice(1, mostFrames)
  // A frame that disappears in the meantime has no controls.
  const within = await Promise.all(frames.map(id => controlsOf(session, id).catch(() => new Map<number, Accessible>())))
  return new Map([own, ...within].flatMap(controls => [...controls]))
}
