import {plural} from '../lib/plural.ts';
import {key, message, type Message} from './text.ts';

/** Questions of dialogs and menus, and problems with the answers. */
export const lineQuestionMessages = {
	/** `field`: its name in the form. */
	takesNo: (verb: string, field: string) =>
		`PROBLEM ${verb} takes no ${field === 'atOnce' ? 'batch size' : field}. Nothing was sent.`,
	nothingDone: 'Nothing was done.',
	nothingSent: 'Nothing was sent.',
	takeOffer: (offer: string) => `${offer}? Type yes; Enter declines: `,
	typeYes: (verb: string) => `${verb}? Type yes`,
	typeWord: (verb: string, word: string) => `${verb}? Type ${word}`,
	confirmPrompt: (how: string) => `${how}; Enter cancels: `,
	changed: 'WARNING Something changed while you answered. Nothing was sent. Read it again:',
	notYes: 'Not confirmed: type yes.',
	notWord: (word: string) => `Not confirmed: type ${word}.`,
	refused: (title: string, key: string | undefined, hint: string) =>
		`REFUSED ${title}${key === undefined ? '' : ` [${key}]`} ${hint}`,
	noLongerOffered: 'WARNING This option is no longer available.',
	notOffered: (word: string) => `PROBLEM "${word}" is not an option.`,
	notNow: (reason: string) => `; not available: ${reason}`,
	whichPrompt: 'Which? A number or word; Enter cancels: ',
	whichUnclear: (answer: string) => `PROBLEM "${answer}" matches none of them, or several.`,
	offers: (count: number) => `; Tab suggests (${count})`,
	choices: (label: string, hint: string, choices: string, usual: string) =>
		`${label} (${hint}): ${choices}. Enter for ${usual}`,
	documentLength: (length: number) => `${length} characters`,
	documentPrompt: (label: string) => `${label}: type edit for your editor; Enter continues: `,
	invalidAnswer: (answer: string) => `PROBLEM Type edit, or press Enter; not "${answer}".`,
	noChoice: (answer: string, isCommand: boolean) =>
		`"${answer}" is not an option.${isCommand ? ' Ctrl-C cancels the question; commands work after that.' : ''}`,
	tooSoon: 'That came too soon or all at once and was ignored. Type it again, then press Enter.',
	nothingChosen: 'Nothing was chosen.',
};

/** RCON commands: destructive ones and pasted ones. */
export const rconLineMessages = {
	readOnly: 'WARNING This session is read-only: commands and actions are disabled.',
	/** `question`: what another Enter would do, and why that may do harm. */
	confirm: (question: Message) => message`WARNING ${question} Press ${key('app.interrupt')} to clear it.`,
	atMost: (count: number) => `At most ${count} lines can be reviewed`,
	tooMany: (most: string, count: number) => `WARNING ${most}; ${count} were pasted. Nothing was sent.`,
	eachGoesTo: (count: number) => ` Each goes to ${plural(count, 'server')}.`,
	pasted: (count: number, servers: string) =>
		`PASTED ${count} lines; each is sent only if you confirm it.${servers}`,
	pastedColonCommand: (line: string) =>
		`PROBLEM ${line}: type commands that start with a colon; they cannot be pasted.`,
	pastedLine: (position: number, count: number, line: string) => `LINE ${position} of ${count}: ${line}`,
	pastedDestructive: (danger: string) => `WARNING This looks destructive: ${danger}`,
	sendPrompt: 'Send it? Type yes; Enter skips it, Ctrl-C skips the rest: ',
	pastedSent: (sent: number, unsent: number) => `${sent} of the pasted lines sent, ${unsent} not sent.`,
};
