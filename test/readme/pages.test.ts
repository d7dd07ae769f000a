import {existsSync, readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {parseAst} from 'vitest/node';
import {gameFilesModule, gameFilesText} from './game-files.ts';
import {themeFilesModule, themeFilesText} from './theme-files.ts';
import {testLevels} from '../../src/games/game-types.ts';
import {knownGames} from '../../src/games/games.ts';
import {compareNames} from '../../src/lib/text/compare-names.ts';
import {cliReference, cliReferenceText} from './cli-reference.ts';
import {gamesPage, gamesPageText} from './games-table.ts';
import {keysPages, keysPageText} from './keys-table.ts';
import {stepsPage, stepsPageText} from './steps-table.ts';
import {sourceOf, sourcesIn} from '../helpers/sources.ts';
import {filled, partsOf, textOf, type Syntax} from '../helpers/syntax.ts';
import {phrases} from '../messages/phrases.ts';
import {
	allPages,
	docPage,
	docPages,
	linksOf,
	proseOf,
	readme,
	root,
	userPages,
	type Link,
	type Page,
} from './pages.ts';

const names = docPages.map(({file}) => path.basename(file));
const bytes = ({text}: Page) => Buffer.byteLength(text);

const links: readonly Link[] = allPages.flatMap(linksOf);

/** The anchors that GitHub generates for the headings of a page. */
function anchorsOf(page: Page): string[] {
	return [...page.text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** Why a link is broken; undefined if it is valid or leaves the repository. */
function problemWith({page, target}: Link): string | undefined {
	if (/^https?:/.test(target)) return undefined;
	const [to = '', anchor] = target.split('#', 2);
	const file = to === '' ? page : path.posix.join(path.posix.dirname(page), to);
	if (!existsSync(path.join(root, file))) return `${page}: ${target}: no such file`;
	if (anchor === undefined) return undefined;
	const found = allPages.find(other => other.file === file);
	return found && anchorsOf(found).includes(anchor) ? undefined : `${page}: ${target}: no such heading`;
}

test('the README names the command that CI runs', () => {
	expect(readme.text).toContain('`npm ci && npm test`');
});

test('the README takes a few screens: 6 to 8 kB', () => {
	expect(bytes(readme)).toBeGreaterThan(6000);
	expect(bytes(readme)).toBeLessThan(8000);
});

test('every page takes a few screens at most', () => {
	const long = docPages.filter(page => bytes(page) > 8500);
	expect(long.map(page => `${page.file}: ${bytes(page)}`)).toEqual([]);
});

test('the README ends with five links, and its index has every page in five groups', () => {
	const [, last = ''] = readme.text.split('## Documentation\n');
	expect(linksOf({file: 'README.md', text: last})).toHaveLength(5);
	const index = docPage('README.md');
	expect(last).toContain(`(${index.file})`);
	expect(index.text.match(/^## .*$/gm)).toHaveLength(5);
	const linked = new Set(linksOf(index).map(({target}) => target));
	expect(names.filter(name => name !== 'README.md' && !linked.has(name))).toEqual([]);
});

test('the README starts with a picture that does not move, and has a picture of each of six features', () => {
	const first = linksOf(readme).find(({isPicture}) => isPicture);
	expect(readFileSync(path.join(root, first?.target ?? ''), 'utf8')).not.toContain('@keyframes');
	const [, features = ''] = /^## Features\n(.*?)^## /ms.exec(readme.text) ?? [];
	const shown = features.split(/^### /m).slice(1);
	expect(shown.map(text => linksOf({file: 'README.md', text}).filter(({isPicture}) => isPicture))).toEqual(
		Array.from({length: 6}, () => [expect.anything()]),
	);
});

test('the README lists every game under how it is tested', () => {
	const [, list = ''] = readme.text.split('## Supported games\n');
	for (const level of testLevels) {
		const [, item = ''] =
			new RegExp(`^- \\*\\*${level}\\*\\*[^:]*: (.*?)\\n(?:- |\\n)`, 'ims').exec(list) ?? [];
		const games = knownGames()
			.filter(({tested}) => tested === level)
			.map(({label, console}) => (console.kind === 'none' ? `${label} (no console)` : label));
		expect(item.replaceAll(/\s+/g, ' ').split(', ')).toEqual([...new Set(games)].toSorted(compareNames));
	}
});

test('every link and picture resolves', () => {
	expect(links.filter(({isPicture}) => isPicture).length).toBeGreaterThan(8);
	expect(links.length).toBeGreaterThan(40);
	expect(links.flatMap(link => problemWith(link) ?? [])).toEqual([]);
});

test('detects a broken link', () => {
	const link = (target: string) => problemWith({page: 'assets/docs/demo.md', target, isPicture: false});
	expect(link('missing.md')).toContain('no such file');
	expect(link('incidents.md#no-such-heading')).toContain('no such heading');
	expect(link('incidents.md#a-node-is-down')).toBeUndefined();
});

test('every picture is used on a page', () => {
	const shown = new Set(links.map(({target}) => path.posix.basename(target)));
	expect(readdirSync(path.join(root, 'assets/screens')).filter(name => !shown.has(name))).toEqual([]);
});

test('the animation is small, loops without a script, takes about 15 s, and shows its end without motion', () => {
	const file = path.join(root, 'assets/screens/incident.svg');
	const svg = readFileSync(file, 'utf8');
	const [, seconds] = /animation:([\d.]+)s step-end infinite/.exec(svg) ?? [];
	expect(Number(seconds)).toBeGreaterThan(12);
	expect(Number(seconds)).toBeLessThan(20);
	expect(svg).not.toContain('<script');
	expect(svg).toContain('@media (prefers-reduced-motion:reduce){.f{animation:none}}');
	// Its last frame is there without any animation.
	expect(svg).toMatch(/^\.last\{visibility:visible\}$/m);
	expect(Buffer.byteLength(svg)).toBeLessThan(300_000);
	const named = [...svg.matchAll(/animation-name:([\w-]+)/g)].map(([, name = '']) => name);
	expect(named.length).toBeGreaterThan(50);
	expect(named.filter(name => !svg.includes(`@keyframes ${name}{`))).toEqual([]);
});

/** The lines of a page, without its code, that read as if translated. */
const oddLines = (page: Page): string[] =>
	proseOf(page)
		.split('\n')
		.flatMap(line =>
			phrases
				.filter(([phrase]) => phrase.test(line))
				.map(([, instead]) => `${page.file}: ${line} (write: ${instead})`),
		);

/** Every text of the catalog, with a sign for each value in it. */
function catalogTexts(): string[] {
	const texts: string[] = [];
	const visit = (node: Syntax) => {
		texts.push(textOf(node) ?? '');
		for (const part of Object.values(node)) partsOf(part).forEach(visit);
	};
	for (const file of sourcesIn('src/messages'))
		visit(parseAst(sourceOf(file), {lang: 'ts'}) as unknown as Syntax);
	return texts;
}

/** Matches a quoted message; an ellipsis is a value. */
const quotedPattern = (quoted: string) =>
	new RegExp(
		quoted
			.split('…')
			.map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
			.join(`.*${filled}.*`),
	);

test('every message under troubleshooting is a text of the catalog, word for word', () => {
	const texts = catalogTexts();
	const [text = ''] = docPage('troubleshooting.md').text.split('\n## Log what rcondeck does\n');
	const quoted = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message = '']) => message);
	expect(quoted.length).toBeGreaterThan(40);
	const isShown = (message: string) => texts.some(shown => quotedPattern(message).test(shown));
	expect(quoted.filter(message => !isShown(message))).toEqual([]);
	expect(isShown('The flux capacitor of … is empty.')).toBe(false);
	expect(isShown('There is no … profile')).toBe(false);
});

test('no page reads as if translated', () => {
	expect(userPages.flatMap(oddLines)).toEqual([]);
	expect(oddLines({file: 'a.md', text: 'Reads the list anew.'})).toHaveLength(1);
});

test('the generated pages and modules match their sources (npm run readme updates them)', async () => {
	for (const [name, text] of Object.entries(await cliReference()))
		expect({name, text: cliReferenceText(name)}).toEqual({name, text});
	for (const [name, text] of Object.entries(keysPages()))
		expect({name, text: keysPageText(name)}).toEqual({name, text});
	expect(gamesPageText()).toBe(gamesPage());
	expect(stepsPageText()).toBe(stepsPage());
	expect(gameFilesText()).toBe(gameFilesModule());
	expect(themeFilesText()).toBe(await themeFilesModule());
});
