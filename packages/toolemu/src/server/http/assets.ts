import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file of the app. */
export interface Asset {
  readonly type: string;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Whether its name changes with its content. */
  readonly isLasting: boolean;
}

/** The built app, by the paths of addresses. What is not listed here is not served. */
export interface Assets {
  find(path: string): Asset | undefined;
  /** The page of every address, with the nonce for styles that components write, and whether it leads to a queue. */
  page(nonce: string, shown: { readonly queue: boolean }): string;
}

/** Lists the files of the built app. Throws where it was not built. */
export function loadAssets(folder: string): Assets {
  if (!existsSync(path.join(folder, 'index.html')))
    throw new Error(`${folder} holds no app: build it by \`npm run build\`, or install toolemu anew`);
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => statSync(path.join(folder, name)).isFile())
      .map((name) => [`/${name.split(path.sep).join('/')}`, path.join(folder, name)]),
  );
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  return {
    find(at) {
      const file = files.get(at);
      // Built anew, the app has files of other names.
      if (file === undefined || at === '/index.html' || !existsSync(file)) return undefined;
      const type = types[path.extname(file)] ?? 'application/octet-stream';
      return { type, body: new Uint8Array(readFileSync(file)), isLasting: at.startsWith('/assets/') };
    },
    page: (nonce, { queue }) =>
      page
        .replace('name="csp-nonce" content=""', `name="csp-nonce" content="${nonce}"`)
        .replace('name="toolemu-queue" content=""', `name="toolemu-queue" content="${queue ? 'shown' : ''}"`),
  };
}
