import { entryOf } from '../protocol/json/any-json.ts'

/** A limit of the operating system: not a fault of the target, and not a bug. */
export type MachineLimit = {
  /** What happened, as a sentence without its full stop. */
  cause: string
  /** The remedy, as a sentence. */
  remedy: string
  /** Whether the configuration is invalid, so that a retry would fail in the same way; otherwise the machine has run out of something. */
  isSetUp: boolean
}

type Row = readonly [cause: string, remedy: string]

const noRoom: Row = ['there is no room left on the disk', 'Make room there, or name a folder on another disk.']
const noFiles: Row = [
  'this program may not open any more files and connections',
  'Raise the limit, for example with ulimit -n 1024.',
]
const noMemory: Row = [
  'there is no memory left',
  'Free memory or raise its limit (NODE_OPTIONS=--max-old-space-size=MB), or give fewer --workers.',
]
const noProcesses: Row = [
  'the system has run out of a resource, such as processes',
  'End other programs, or raise the limits of this user (ulimit -a).',
]
const brokenDisk: Row = ['the system cannot read or write there', 'Check that disk or terminal, or use another.']
const notAllowed: Row = ['it may not be written or read', 'Change its permissions, or name another place.']
const notPermitted: Row = [
  'an option of Node forbids it',
  'Remove --permission, also from NODE_OPTIONS, or grant the permissions that it needs.',
]
const noSuchPlace: Row = ['it cannot be a file or folder there', 'Give it another name.']
const noPort: Row = ['there is no free port', 'Free some ports, or wait a minute for connections that have ended.']

const outOf: Readonly<Record<string, Row>> = {
  ENOSPC: noRoom,
  EDQUOT: noRoom,
  EFBIG: ['a file may not become that large', 'Raise the limit, for example with ulimit -f unlimited.'],
  EMFILE: noFiles,
  ENFILE: noFiles,
  ENOMEM: noMemory,
  ENOBUFS: noMemory,
  ERR_WORKER_OUT_OF_MEMORY: noMemory,
  ERR_WORKER_INIT_FAILED: noMemory,
  EAGAIN: noProcesses,
  EADDRINUSE: noPort,
  EADDRNOTAVAIL: noPort,
  EIO: brokenDisk,
  ENXIO: brokenDisk,
  ENODEV: brokenDisk,
  ESTALE: brokenDisk,
  EBUSY: ['another program is using it', 'Close that program, or name another place.'],
  ENOENT: ['it no longer exists', 'Run it again, and keep the folder until the end.'],
}

const setUp: Readonly<Record<string, Row>> = {
  EACCES: notAllowed,
  EPERM: notAllowed,
  ERR_ACCESS_DENIED: notPermitted,
  EROFS: ['it is on a disk that is read-only', 'Name a folder on another disk.'],
  ENOTDIR: noSuchPlace,
  EISDIR: noSuchPlace,
  EEXIST: noSuchPlace,
  ENAMETOOLONG: noSuchPlace,
  ELOOP: noSuchPlace,
}

/** Describes a failed file operation whose error is not in the table above. */
const fileRefused: Row = ['the system refuses it', 'Check what is there, or choose another place.']

/** Codes that always mean an incorrect call. */
const ofBugs: readonly string[] = ['EINVAL', 'EBADF', 'EFAULT']

/** Codes of errors by Node itself, which do not name a system call. */
const ofNode = /^ERR_(?:WORKER_\w+|FS_\w+|ACCESS_DENIED)$/

/** Maximum depth to which the chain of causes is followed. */
const deepest = 8

/**
 * Returns the limit of the machine behind an error or one of its causes; `undefined` if there is none, so that the error is a bug. Also
 * accepts errors copied from another thread or process.
 */
export const machineLimitOf = (error: unknown, depth = 0): MachineLimit | undefined => {
  if (typeof error !== 'object' || error === null || depth > deepest) return undefined
  const { code, syscall, path, cause, errors } = error as Partial<Record<string, unknown>>
  const isOfSystem = typeof syscall === 'string' || (typeof code === 'string' && ofNode.test(code))
  const found = isOfSystem && typeof code === 'string' ? limitFor(code, path) : undefined
  return (
    found ??
    machineLimitOf(cause, depth + 1) ??
    machineLimitOf(Array.isArray(errors) ? errors[0] : undefined, depth + 1)
  )
}

const limitFor = (code: string, path: unknown): MachineLimit | undefined => {
  const isSetUp = Object.hasOwn(setUp, code)
  const isOfFile = code.startsWith('ERR_FS_') || (typeof path === 'string' && !ofBugs.includes(code))
  const row = entryOf(isSetUp ? setUp : outOf, code) ?? (isOfFile ? fileRefused : undefined)
  if (row === undefined) return undefined
  const [cause, remedy] = row
  return { cause: `${typeof path === 'string' ? `${path}: ` : ''}${cause} (${code})`, remedy, isSetUp }
}
