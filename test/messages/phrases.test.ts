import {expect, test} from 'vitest';
import {parseAst} from 'vitest/node';
import {sourceOf, sourcesIn} from '../helpers/sources.ts';
import {partsOf, textOf, type Syntax} from '../helpers/syntax.ts';
import {phrases, screenPhrases} from './phrases.ts';

/** The texts of a source with a phrase, each with its line. */
function findPhrases(source: string): string[] {
	const found: string[] = [];
	const visit = (node: Syntax) => {
		const text = textOf(node);
		for (const [phrase, instead] of text === undefined ? [] : [...phrases, ...screenPhrases]) {
			if (!phrase.test(text ?? '')) continue;
			const line = source.slice(0, node.start).split('\n').length;
			found.push(`${line}: ${text} (write: ${instead})`);
		}
		for (const part of Object.values(node)) partsOf(part).forEach(visit);
	};
	visit(parseAst(source, {lang: 'ts'}) as unknown as Syntax);
	return found;
}

test('no text of the catalog reads as if translated', () => {
	expect(
		sourcesIn('src/messages').flatMap(file => findPhrases(sourceOf(file)).map(found => `${file}:${found}`)),
	).toEqual([]);
});

test.each([
	"a('so many seconds');",
	'a(`${name} begun`);',
	"const a = {\n\thelp: 'Paints anew.'\n};",
	"a('What is down');",
	"a('those that differ');",
	"a('It stands here.');",
	"a('the text behind --');",
	"a('The players are told.');",
	"a('one word is meant');",
	"a('a task under way');",
	'a(`"${text}" is no time`);',
	"a('The task was cancelled.');",
	"a('It is not started afterwards.');",
	"a('Answers come with each poll.');",
	"a('No server matches.');",
	"a('The owner of the team cannot be kicked.');",
	"a('Goes to the next server');",
	'a(`within ${seconds} s`);',
	"a('after 200 ms');",
	"a('matched by its id');",
	"a('Same as');",
])('finds the phrase in %s', source => {
	expect(findPhrases(source)).toHaveLength(1);
});

test.each([
	"a('There is no server.', 'It is no longer there.', 'queued');",
	'a(`queued behind ${count}`);',
	"a('understands', 'what happens');",
	'a(`Names ${of}`, `${count} selected`, `within ${seconds}s`);',
	"a('--json id,state', 'the identity');",
	'// begun anew',
])('ignores %s', source => {
	expect(findPhrases(source)).toEqual([]);
});
