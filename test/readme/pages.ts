import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
const docs = path.join(root, 'assets/docs');

/** A Markdown page; `file` is relative to the root of the repository. */
export type Page = {file: string; text: string};
export type CodeBlock = {page: string; language: string; text: string};

const read = (file: string): Page => ({file, text: readFileSync(path.join(root, file), 'utf8')});

export const readme = read('README.md');
/** The pages of `assets/docs`. */
export const docPages: readonly Page[] = readdirSync(docs)
	.sort()
	.map(name => read(`assets/docs/${name}`));
/** All pages for users. */
export const userPages: readonly Page[] = [readme, ...docPages];
export const sourceTour = read('src/README.md');
export const whereToEdit = read('src/WHERE-TO-EDIT.md');
/** The pages for users and contributors. */
export const allPages: readonly Page[] = [
	...userPages,
	sourceTour,
	whereToEdit,
	...['CHANGELOG.md', '.github/CONTRIBUTING.md', '.github/SECURITY.md'].map(read),
];

export function docPage(name: string): Page {
	const page = docPages.find(({file}) => file === `assets/docs/${name}`);
	if (!page) throw new Error(`assets/docs/${name} is missing`);
	return page;
}

const fence = /^([ \t]*)```(\w*)\n(.*?)^\1```$/gms;

/** The fenced blocks of a page, without the indentation of a surrounding list. */
export function codeBlocks({file, text}: Page): CodeBlock[] {
	return [...text.matchAll(fence)].map(([, indent = '', language = '', body = '']) => ({
		page: file,
		language,
		text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
	}));
}

/** The code spans of a page, outside of fenced blocks. */
export function codeSpans({text}: Page): string[] {
	return [...text.replaceAll(fence, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

/** The text of a page without code. */
export const proseOf = ({text}: Page): string => text.replaceAll(fence, '').replaceAll(/`[^`\n]+`/g, '');

export type Link = {page: string; target: string; isPicture: boolean};

export const linksOf = (page: Page): Link[] =>
	[...proseOf(page).matchAll(/(!?)\[[^\]]*\]\(([^)\s]+)\)/g)].map(([, mark = '', target = '']) => ({
		page: page.file,
		target,
		isPicture: mark === '!',
	}));

/** The cells of each row of the first table below a heading, without the row of its headers. */
export function tableUnder({text}: Page, heading: string): string[][] {
	const [, below = ''] = text.split(`## ${heading}\n`, 2);
	const rows = below.split(/^#/m, 1)[0]?.match(/^\|.*\|$/gm) ?? [];
	return rows.slice(2).map(row =>
		row
			.slice(1, -1)
			.split('|')
			.map(cell => cell.trim()),
	);
}

/** Whether a code span of the pages on the source is a file, which has an extension, or a folder, which ends with a slash. */
export const isPath = (code: string): boolean =>
	/^[\w.@+-]+(?:\/[\w.@+-]+)*(?:\/|\.(?:tsx?|mjs|json|md|toml))$/.test(code);

/** The path of a file that the pages on the source name, from the root of the repository. Most begin in `src`. */
export const sourcePath = (code: string): string =>
	/^(?:test|assets|\.github)\//.test(code) ? code : `src/${code}`;
