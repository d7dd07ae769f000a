import type {Key} from 'ink';
import {expect, test} from 'vitest';
import {inputOf} from '../../src/tui/keys.tsx';

const noKey: Key = {
	upArrow: false,
	downArrow: false,
	leftArrow: false,
	rightArrow: false,
	pageDown: false,
	pageUp: false,
	home: false,
	end: false,
	return: false,
	escape: false,
	ctrl: false,
	shift: false,
	tab: false,
	backspace: false,
	delete: false,
	meta: false,
	super: false,
	hyper: false,
	capsLock: false,
	numLock: false,
};

test.each<[string, string, Partial<Key>, string[]]>([
	['a letter', 'a', {}, ['a']],
	['an uppercase letter', 'S', {shift: true}, ['S']],
	['one letter many times in one read', 'jjj', {}, ['j', 'j', 'j']],
	['a letter and Enter in one read', 'r\r', {}, ['r', 'enter']],
	['control characters in one read', '\x1a\x13\x11\x03', {}, ['ctrl+z', 'ctrl+s', 'ctrl+q', 'ctrl+c']],
	['backspaces in one read', '\x7f\x7f', {}, ['backspace', 'backspace']],
	['accented letters and other scripts', 'e\u0301漢👍🏽', {}, ['e\u0301', '漢', '👍🏽']],
	['Enter', '', {return: true}, ['enter']],
	['Ctrl-J, which is a line feed', '\n', {}, ['enter']],
	['Ctrl-J by name', 'j', {ctrl: true}, ['enter']],
	['Ctrl-H', 'h', {ctrl: true}, ['backspace']],
	['Ctrl-I', 'i', {ctrl: true}, ['tab']],
	['Tab within text', 'a\tb', {}, ['a', 'tab', 'b']],
	['Shift-Tab', '', {tab: true, shift: true}, ['shift+tab']],
	['Tab', '\t', {tab: true}, ['tab']],
	['Ctrl-C', 'c', {ctrl: true}, ['ctrl+c']],
	['Ctrl-Space', ' ', {ctrl: true}, []],
	['Esc', '', {escape: true}, ['esc']],
	['Esc twice', '', {escape: true, meta: true}, ['esc']],
	['Alt, or Esc and a quick letter', 'j', {meta: true}, ['alt+j']],
	['Alt, or Esc and a quick letter, raw', '\x1bj', {meta: true}, ['alt+j']],
	['Esc and several quick letters', 'jj', {meta: true}, ['esc', 'j', 'j']],
	['Esc and a quick Enter', '', {return: true, meta: true}, ['esc', 'enter']],
	['Esc and a quick Down', '', {downArrow: true, meta: true}, ['esc', 'down']],
	['Esc and a quick PgUp', '', {pageUp: true, meta: true}, ['esc', 'pageup']],
	['Esc and a quick Tab', '', {tab: true, meta: true}, ['esc', 'tab']],
	['Alt and Left', '', {leftArrow: true, meta: true}, ['left']],
	['arrows and pages', '', {pageDown: true}, ['pagedown']],
	['Ctrl with an arrow', '', {leftArrow: true, ctrl: true}, ['left']],
	['a function key', '', {}, []],
	['a mouse report', '[<64;10;10M', {}, []],
	['an old mouse report', '[M !!', {}, []],
	['focus reports', '[I', {}, []],
	['a key release', 'a', {eventType: 'release'}, []],
	['NUL and C1', 'a\x00\x9bb', {}, ['a', 'b']],
	['a bracket', '[', {}, ['[']],
])('%s', (_, input, key, chords) => {
	expect(inputOf(input, {...noKey, ...key})).toEqual({kind: 'keys', chords});
});

test.each([['ListPlayers\rSaveWorld\r'], ['a\nb'], ['\r\nq'], ['echo hello\r\nquit']])(
	'Enter before more text makes a paste of %j',
	text => {
		expect(inputOf(text, noKey)).toEqual({kind: 'paste', text});
	},
);

test('Enter at the end is a key, also twice', () => {
	expect(inputOf('status\r', noKey)).toMatchObject({chords: [...'status', 'enter']});
	expect(inputOf('\r\r', noKey)).toMatchObject({chords: ['enter', 'enter']});
});
