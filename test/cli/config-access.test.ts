import {expect, test} from 'vitest';
import {openingOf} from '../../src/cli/start/config-access.ts';

const first = {
	name: 'environment',
	opening: {
		flags: {readOnly: true},
		env: {RCONDECK_URL: 'https://a.example', RCONDECK_TOKEN: 'x', TERM: 'xterm'},
	},
};
const openings = {first, env: first.opening.env, flags: first.opening.flags};

test('never opens another profile with the URL or the credentials of the environment', () => {
	expect(openingOf(openings, 'prod')).toEqual({
		flags: {readOnly: true, profile: 'prod'},
		env: {TERM: 'xterm'},
	});
	expect(openingOf(openings, 'demo').flags).toEqual({readOnly: true, profile: 'demo'});
});

test('opens the first profile as the program started', () => {
	expect(openingOf(openings, 'environment')).toBe(first.opening);
});
