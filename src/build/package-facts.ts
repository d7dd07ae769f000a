import {readFileSync} from 'node:fs';
import path from 'node:path';
import {root} from './root.ts';

/** The description of the program in packages of every kind, from `package.json`. */
const {version, description, homepage, author} = JSON.parse(
	readFileSync(path.join(root, 'package.json'), 'utf8'),
) as Record<'version' | 'description' | 'homepage' | 'author', string>;
const [title = '', more = ''] = description.split(': ');
const repository = homepage.replace(/#.*$/, '');
const [, owner] = new URL(repository).pathname.split('/');

export const packageFacts = {
	version,
	/** A title without an article. */
	summary: title.replace(/^An? /, ''),
	description: `${title}: ${more}`,
	repository,
	maintainer: `${author} <${owner}@users.noreply.github.com>`,
};
