import type {Branch} from './completion-tree.ts';
import {namesFile} from './server-names.ts';

export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const file = (home: string) =>
	`"\${RCONDECK_STATE_DIR:-\${XDG_STATE_HOME:-${home}/.local/state}/rcondeck}/${namesFile}"`;

/** A script for the shell; it never starts rcondeck: what it offers of servers is the last list. */
export function completionScript(shell: Shell, branches: readonly Branch[]): string {
	if (shell === 'fish') return fish(branches);
	const [begin, end] = shell === 'bash' ? bash : zsh;
	return [...begin, ...posix(branches), ...end, ''].join('\n');
}

/** Finds the command that has been typed so far, and what may follow it, in `$offers`. */
function posix(branches: readonly Branch[]): string[] {
	const [program] = branches;
	const withValue = (program?.options ?? []).filter(({takesValue}) => takesValue);
	const cases = branches.map(({path, options, subcommands, takesServers}) => {
		// What is for every command may be behind each of them.
		const flags = [...options, ...(path === '' ? [] : (program?.options ?? []))].flatMap(({flags}) => flags);
		const words = [...subcommands.map(({name}) => name), ...new Set(flags)].join(' ');
		return `\t\t'${path}') offers='${words}'; servers=${takesServers ? 1 : 0} ;;`;
	});
	const known = branches.flatMap(({path}) => (path === '' ? [] : `'${path}'`)).join('|');
	return [
		`\tlocal word at='' skip=0 servers=0 offers=''`,
		'\tfor word in "${before[@]}"; do',
		'\t\tif [ "$skip" = 1 ]; then skip=0; continue; fi',
		'\t\tcase "$word" in',
		'\t\t\t--) return ;;',
		`\t\t\t${withValue.flatMap(({flags}) => flags).join('|') || '--profile'}) skip=1; continue ;;`,
		'\t\t\t-*) continue ;;',
		'\t\tesac',
		`\t\tcase "\${at:+$at }$word" in`,
		`\t\t\t${known}) at="\${at:+$at }$word" ;;`,
		'\t\tesac',
		'\tdone',
		'\tcase "$at" in',
		...cases,
		'\tesac',
		`\tif [ "$servers" = 1 ] && [ -r ${file('$HOME')} ]; then offers="$offers $(cat ${file('$HOME')})"; fi`,
	];
}

const bash = [
	[
		'# bash completion for rcondeck: source <(rcondeck completion bash)',
		'_rcondeck() {',
		'\tlocal current=${COMP_WORDS[COMP_CWORD]}',
		'\tlocal before=("${COMP_WORDS[@]:1:COMP_CWORD-1}")',
	],
	['\tCOMPREPLY=($(compgen -W "$offers" -- "$current"))', '}', 'complete -o default -F _rcondeck rcondeck'],
] as const;

const zsh = [
	[
		'#compdef rcondeck',
		'# zsh completion for rcondeck: source <(rcondeck completion zsh)',
		'_rcondeck() {',
		'\tlocal -a before',
		'\tbefore=("${(@)words[2,CURRENT-1]}")',
	],
	[
		'\tcompadd -- ${=offers}',
		'}',
		'if [ "$funcstack[1]" = _rcondeck ]; then _rcondeck; else compdef _rcondeck rcondeck; fi',
	],
] as const;

function fish(branches: readonly Branch[]): string {
	const text = (words: string) => `'${words.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
	const lines = branches.flatMap(({path, options, subcommands, takesServers}) => {
		const seen = path === '' ? [] : path.split(' ').map(word => `__fish_seen_subcommand_from ${word}`);
		const here = seen.length === 0 ? '__fish_use_subcommand' : seen.join('; and ');
		const inside = subcommands.map(({name}) => name).join(' ');
		const choose = seen.length === 0 ? here : `${here}; and not __fish_seen_subcommand_from ${inside}`;
		return [
			...subcommands.map(
				({name, description}) =>
					`complete -c rcondeck -f -n ${text(choose)} -a ${name} -d ${text(description)}`,
			),
			...options.map(({flags, description, takesValue}) => {
				const names = flags.map(flag =>
					flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
				);
				const when = seen.length === 0 ? '' : ` -n ${text(here)}`;
				return `complete -c rcondeck${when} ${names.join(' ')}${takesValue ? ' -r' : ''} -d ${text(description)}`;
			}),
			...(takesServers ? [`complete -c rcondeck -f -n ${text(here)} -a '(__rcondeck_servers)'`] : []),
		];
	});
	return [
		'# fish completion for rcondeck: rcondeck completion fish | source',
		'function __rcondeck_servers',
		'\tset -l folder $HOME/.local/state/rcondeck',
		'\tset -q XDG_STATE_HOME; and set folder $XDG_STATE_HOME/rcondeck',
		'\tset -q RCONDECK_STATE_DIR; and set folder $RCONDECK_STATE_DIR',
		`\ttest -r $folder/${namesFile}; and cat $folder/${namesFile}`,
		'end',
		...lines,
		'',
	].join('\n');
}
