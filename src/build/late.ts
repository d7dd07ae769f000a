import path from 'node:path';
import type {Plugin} from 'esbuild';
import {root} from './root.ts';

/** Behind the path of such a file where the file itself is meant. */
export const lateMark = '?late';

/**
Files whose exports are objects that nobody looks into before the first paint, but whose making takes time: schemas of
the wire and of the configuration, the engine of patterns, the widths of emoji; and words that only a failure needs. In
the built program each object is made when it is first looked into, so neither zod nor the engine nor string-width is
read before.
*/
const lateFiles: Record<string, readonly string[]> = {
	'src/contract/endpoints/index.ts': ['endpoints'],
	'src/messages/errors.ts': ['errorWords'],
	'src/messages/extensions.ts': ['extensionMessages'],
	'src/lib/linear-engine.ts': ['linearEngine'],
	'src/lib/any-string-width.ts': ['anyStringWidth'],
	'src/config/schema.ts': ['ConfigFile', 'CredentialsFile', 'FeedTable', 'ProfileTable'],
};

export function late(): Plugin {
	return {
		name: 'late',
		setup({onResolve, onLoad}) {
			onResolve({filter: /\?late$/}, ({path: name}) => ({
				path: name.slice(0, -lateMark.length),
				suffix: lateMark,
			}));
			for (const [name, exported] of Object.entries(lateFiles)) {
				const file = path.join(root, name);
				onLoad({filter: new RegExp(`[\\\\/]${path.basename(name, '.ts')}\\.ts$`)}, ({path: asked, suffix}) =>
					asked === file && suffix === '' ? {contents: standIns(file, exported)} : undefined,
				);
			}
		},
	};
}

/** Objects that hand every look into them on. */
function standIns(file: string, exported: readonly string[]): string {
	const traps = ['get', 'has', 'ownKeys', 'getOwnPropertyDescriptor'];
	const handler = (name: string) =>
		traps.map(trap => `${trap}: (_, key) => Reflect.${trap}(its().${name}, key)`).join(', ');
	return [
		`const its = () => import(${JSON.stringify(file + lateMark)});`,
		...exported.map(name => `export const ${name} = new Proxy({}, {${handler(name)}});`),
	].join('\n');
}
