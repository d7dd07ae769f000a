import {plural} from '../lib/plural.ts';

/** Questions of dialogs and menus, and what is said to answers. */
export const lineQuestionMessages = {
	/** `field`: its name, as the form has it. */
	takesNo: (verb: string, field: string) =>
		`PROBLEM ${verb} takes no ${field === 'atOnce' ? 'number at once' : field}. Nothing was sent.`,
	nothingDone: 'Nothing was done.',
	nothingSent: 'Nothing was sent.',
	takeOffer: (offer: string) => `${offer}? Type yes; Enter does not: `,
	typeYes: (verb: string) => `${verb}? Type yes`,
	typeWord: (verb: string, word: string) => `${verb}? Type ${word}`,
	confirmPrompt: (how: string) => `${how}; Enter does nothing: `,
	notYes: 'That is not yes.',
	notWord: (word: string) => `That is not ${word}.`,
	refused: (title: string, key: string | undefined, hint: string) =>
		`REFUSED ${title}${key === undefined ? '' : ` [${key}]`} ${hint}`,
	noLongerOffered: 'WARNING That can no longer be chosen.',
	notOffered: (word: string) => `PROBLEM "${word}" is none of these.`,
	notNow: (reason: string) => `; not now: ${reason}`,
	whichPrompt: 'Which? A number or word; Enter does nothing: ',
	whichUnclear: (answer: string) => `PROBLEM "${answer}" is none of them, or several.`,
	offers: (count: number) => `; Tab fills in one of ${count}`,
	choices: (label: string, hint: string, choices: string, usual: string) =>
		`${label} (${hint}): ${choices}. Enter for ${usual}`,
	documentLength: (length: number) => `${length} characters`,
	documentPrompt: (label: string) => `${label}: type edit for your editor; Enter goes on: `,
	neitherEditNorNothing: (answer: string) => `PROBLEM "${answer}" is neither edit nor nothing.`,
	noChoice: (answer: string, isCommand: boolean) =>
		`"${answer}" is none of the choices.${isCommand ? ' Ctrl-C goes back to where lines with a colon work.' : ''}`,
	tooSoon: 'That came too soon or all at once and was ignored. Type it again, then press Enter.',
	nothingChosen: 'Nothing was chosen.',
};

/** Lines that go to a game: what may be destructive, and what was pasted. */
export const rconLineMessages = {
	readOnly: 'WARNING This session is read-only: nothing is sent to a server.',
	toServers: (count: number) => ` to ${plural(count, 'server')}`,
	destructive: (danger: string, seconds: number, servers: string) =>
		`WARNING This looks destructive: ${danger} Enter again within ${seconds} seconds sends it${servers}, Ctrl-C clears it.`,
	atMost: (count: number) => `At most ${count} lines can be reviewed`,
	tooMany: (most: string, count: number) => `WARNING ${most}; ${count} were pasted, and nothing was taken.`,
	eachGoesTo: (count: number) => ` Each goes to ${plural(count, 'server')}.`,
	pasted: (count: number, servers: string) =>
		`PASTED ${count} lines, each is asked by itself; nothing is sent without an answer.${servers}`,
	pastedForDeck: (line: string) =>
		`PROBLEM ${line}: what begins with a colon is for the deck, and must be typed.`,
	pastedLine: (position: number, count: number, line: string) => `LINE ${position} of ${count}: ${line}`,
	pastedDestructive: (danger: string) => `WARNING This looks destructive: ${danger}`,
	sendPrompt: 'Send it? Type yes; Enter drops it, Ctrl-C drops the rest: ',
	pastedSent: (sent: number, unsent: number) => `${sent} of the pasted lines sent, ${unsent} not.`,
};
