import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, pathOf } from '../../../api.ts';
import { isRunFile } from './is-run-file.ts';

/** What became of a file that was opened: the run it is now, or why it was refused. */
export type Upload =
  | { readonly name: string; readonly run: string }
  | { readonly name: string; readonly problem: string };

/** A file that is on its way, and how much of it has come, from 0 to 1. */
export interface Sending {
  readonly name: string;
  readonly share: number;
}

/** Opens run files from elsewhere in the folder, and tells what became of each. */
export function useUploads(): {
  uploads: readonly Upload[];
  sending: Sending | null;
  open: (files: readonly File[]) => void;
} {
  const client = useQueryClient();
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [sending, setSending] = useState<Sending | null>(null);
  const open = async (files: readonly File[]): Promise<void> => {
    if (files.length === 0) return;
    const done: Upload[] = [];
    for (const file of files) {
      setSending({ name: file.name, share: 0 });
      done.push(await send(file, (share) => setSending({ name: file.name, share })));
    }
    setUploads(done);
    setSending(null);
    await client.invalidateQueries({ queryKey: [null, 'GET /api/runs'] });
  };
  return { uploads, sending, open: (files) => void open(files) };
}

async function send(file: File, onShare: (share: number) => void): Promise<Upload> {
  const { name } = file;
  try {
    if (!(await isRunFile(file))) return { name, problem: 'the file is not a run file of toolemu' };
    const response = await post(pathOf('/api/runs', {}, { name: name.slice(0, 200) }), file, onShare);
    const { run } = await answerOf<{ run: string }>(response);
    return { name, run };
  } catch (error) {
    return { name, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Sends a file; unlike `fetch` this tells how much of it has gone. */
function post(address: string, file: File, onShare: (share: number) => void): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const request = new XMLHttpRequest();
  request.open('POST', address);
  request.setRequestHeader('content-type', 'application/octet-stream');
  request.upload.onprogress = ({ loaded, total }) => onShare(total === 0 ? 1 : loaded / total);
  request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
  request.onerror = () => reject(new Error('the server broke off, or cannot be reached'));
  request.send(file);
  return promise;
}
