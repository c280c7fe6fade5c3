import { type Code, refuse } from '../../operation/errors.ts'
import { shell } from '../../shared/shell/shell.ts'

const FAILURES: Readonly<Record<string, { code: Code; says: string }>> = {
  ENOSPC: { code: 'disk_full', says: 'the disk is full; nothing was saved' },
  EDQUOT: { code: 'disk_full', says: 'your disk quota is used up; nothing was saved' },
  EROFS: { code: 'io_error', says: 'the file system is read-only' },
  EACCES: { code: 'io_error', says: 'access is denied' },
  EPERM: { code: 'io_error', says: 'the operation is not permitted' },
  EMFILE: { code: 'io_error', says: 'too many files are open' },
  ENFILE: { code: 'io_error', says: 'too many files are open on this system' },
  EIO: { code: 'io_error', says: 'the disk reported an error' },
  EBUSY: { code: 'io_error', says: 'it is in use by the system' },
  ENOENT: { code: 'conflict', says: 'it was removed by something else at the same moment' },
  EISDIR: { code: 'conflict', says: 'a folder is in the way' },
  ENOTDIR: { code: 'conflict', says: 'a file stands where a folder is needed' },
  ENOTEMPTY: { code: 'conflict', says: 'a folder that is not empty is in the way' },
  EEXIST: { code: 'conflict', says: 'something is in the way' },
  ELOOP: { code: 'conflict', says: 'a symbolic link is in the way' },
  ENAMETOOLONG: { code: 'usage', says: 'the name is too long for this file system' },
}

/** A file-system error as a refusal that names the file; anything else comes back unchanged. */
export function ioRefusal(error: unknown, file: string): unknown {
  const failure = error instanceof Error && 'code' in error ? FAILURES[String(error.code)] : undefined
  if (failure === undefined) return error
  return refuse(failure.code, `${file}: ${failure.says}.`, { target: file, fix: shell`furrow doctor`, cause: error })
}

/** For what no step expected: a file system that fails is told as such, wherever it fails; a bug stays a bug. */
export function diskRefusal(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error) || !isOfTheDisk(error.code)) return error
  if ('path' in error) return ioRefusal(error, String(error.path))
  // A write to an open file does not name it.
  const { code, says } = FAILURES[String(error.code)] ?? {}
  return code === 'disk_full' ? refuse(code, `Not written: ${says}.`, { cause: error }) : error
}

/** A missing file, or one that is there already, is what code has to reckon with. */
function isOfTheDisk(code: unknown): boolean {
  return FAILURES[String(code)] !== undefined && code !== 'ENOENT' && code !== 'EEXIST'
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
