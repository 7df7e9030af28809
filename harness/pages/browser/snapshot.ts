import type { CDPSession } from 'playwright-core'
import type { StepKind } from '../steps.ts'
import { answered } from './protocol.ts'

/** What an assistive technology reads of a node. */
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

/** Frames of a page that are looked at. */
const mostFrames = 20

type FrameTree = { frame: { id: string }; childFrames?: FrameTree[] }

const framesIn = ({ frame, childFrames = [] }: FrameTree): string[] => [frame.id, ...childFrames.flatMap(framesIn)]

/** Returns the controls of a page as its accessibility tree has them, by node. */
export const accessibleControls = async (session: CDPSession, hasFrames: boolean): Promise<Map<number, Accessible>> => {
  const frames = hasFrames
    ? framesIn((await answered(session, session.send('Page.getFrameTree'))).frameTree as FrameTree)
    : []
  const trees = await Promise.all(
    (hasFrames ? frames.slice(0, mostFrames) : [undefined]).map(frameId =>
      answered(session, session.send('Accessibility.getFullAXTree', frameId === undefined ? {} : { frameId })).catch(
        error => {
          // A frame that goes while it is looked at has no controls.
          if (frameId === undefined) throw error
          return { nodes: [] }
        },
      ),
    ),
  )
  const found = new Map<number, Accessible>()
  for (const { ignored, role, name, properties = [], backendDOMNodeId } of trees.flatMap(({ nodes }) => nodes)) {
    const kind = roles[String(role?.value ?? '').toLowerCase()]
    if (ignored || kind === undefined || backendDOMNodeId === undefined) continue
    const isDisabled = properties.some(property => property.name === 'disabled' && property.value.value === true)
    found.set(backendDOMNodeId, { role: kind, name: String(name?.value ?? '').slice(0, 1_000), isDisabled })
  }
  return found
}
