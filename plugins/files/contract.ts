import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, DoctorCheck } from '../../kernel/index.ts'
import { isRecord } from '../../lib/json/index.ts'

/** A file whose bytes have arrived and which is not visible yet. */
export interface ArrivedFile {
  /** The id that its resource will have, or has when its bytes are replaced. */
  id: string
  /** As its uploader calls it; only a name. */
  name: string
  /** Media type, found out from the bytes. */
  encodingFormat: string
  /** Bytes. */
  contentSize: number
  /** SHA-256 of the bytes, hexadecimal. */
  sha256: string
  account_id: string
  /** URN of the user who sends it. */
  uploaded_by: string
  /** Its bytes; can be called again. */
  read(): Readable
}

/** Checks files between their arrival and the moment from which they can be seen: a virus scanner, for example. */
export interface FileCheck {
  /** For messages and the log. */
  name: string
  /**
   * @returns why the file is refused, for its uploader; undefined when it is not
   * @throws when it could not be checked: the answer is 503, and nothing is stored
   */
  check(file: ArrivedFile): Promise<string | undefined>
}

/** The check of the contributions `fileChecks`. */
export const checkFileChecks = (value: unknown): string | undefined =>
  Array.isArray(value) &&
  value.every(one => isRecord(one) && typeof one['name'] === 'string' && typeof one['check'] === 'function')
    ? undefined
    : 'fileChecks must be a list of objects with a name and the function check'

/** How a file is addressed on the site, by its bytes: `<sha256>-<width>.<extension>` a picture, `<sha256>.<extension>` another file. */
export interface PublicName {
  sha256: string
  /** Of a picture, the largest that is made of it; all smaller configured ones exist too. Of an SVG, which has no size of its own, any. */
  width?: number
  /** What clients get that request no other format: `jpg`, `png` or `svg`; of another file that of its name. */
  extension: string
}

/** A file that the site can show or link to. */
export interface PublicFile extends PublicName {
  /** What a picture shows, or the name and the size of another file. */
  description?: string
}

/** Bytes that arrive with a copy of a service, before its resources. */
export interface CopiedBytes {
  /** Whether the bytes with this hash have arrived. */
  has(sha256: string): boolean
  /** Bytes with another hash are not kept. @throws PayloadTooLarge; `files-unavailable` */
  receive(caller: Caller, sha256: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** Called when all resources are written: what no file has got is removed. */
  end(): Promise<void>
}

/** Files that are created together with other resources. */
export interface PreparedFiles {
  /**
   * Check bytes and keep them for a file with this id, which can be created until {@link end}.
   * @throws like an upload
   */
  add(caller: Caller, id: string, name: string, bytes: Uint8Array): Promise<void>
  /** Called when the files are created, or will not be: bytes that no file has got are removed. */
  end(): Promise<void>
}

/** Pictures and bytes of files, for other plugins. Rights are checked by the caller of this contract. Provided by the plugin `files`. */
export interface Files {
  /** Slug of the type of files. */
  typeSlug: string
  /** In pixels, ascending. */
  imageWidths: readonly number[]
  /** The collection of files: what changes in it can change {@link publicFiles}. */
  collection(): Promise<string>
  /** Those of these files of an account that a site can show or link to, by their URNs: all but pictures that cannot be read. */
  publicFiles(account_id: string, ids: readonly string[]): Promise<ReadonlyMap<string, PublicFile>>
  /** The URNs of the active files of an account that have these bytes. */
  withBytes(account_id: string, sha256: string): Promise<string[]>
  /** The bytes of a file of the account of any status, as they were sent; undefined where there are none. */
  read(account_id: string, sha256: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** What is wrong with the bytes of all files. */
  check: () => ReturnType<DoctorCheck>
  /** Begin to create files together with other resources. */
  prepare(): PreparedFiles
  /** Begin to receive the bytes of a copy of a service. */
  receiveCopied(options: { dryRun: boolean }): CopiedBytes
  /**
   * Answer with a picture, in the format that the client prefers, or with the bytes of a file that is none.
   * @param cacheControl default: any cache can keep it, for good
   * @throws NotFound
   */
  replyPublic(
    request: FastifyRequest,
    reply: FastifyReply,
    account_id: string,
    name: PublicName,
    cacheControl?: string,
  ): Promise<FastifyReply>
}

declare module '../../kernel/index.ts' {
  interface Contracts {
    files: Files
  }

  interface Contributions {
    /** Checks of files before they can be seen, all of which must agree. */
    fileChecks?: readonly FileCheck[]
  }
}
