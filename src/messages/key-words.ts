import {inputKeyWords, type KeyWords} from './input-key-words.ts';
import {type ScreenId, screenIds, screenWords} from './screen-words.ts';

const ownWords = {
	...inputKeyWords,
	'app.palette': {
		title: 'Command palette',
		short: 'Palette',
		help: 'Open the palette: commands, servers, nodes and players by name, and actions with arguments, such as "restart ark-isl-1 in 10m"',
	},
	'app.nextPane': {title: 'Next pane', help: 'Go to the next pane'},
	'app.previousPane': {title: 'Previous pane', help: 'Go to the previous pane'},
	'app.servers': {title: 'Server list', help: 'Go to the servers'},
	'app.console': {title: 'Console pane', help: 'Go to the console', search: 'logs output'},
	'app.details': {title: 'Details pane', help: 'Go to the details'},
	'app.timeline': {
		title: 'Timeline and jobs',
		short: 'Timeline',
		help: 'Go to the timeline of events on all servers',
		search: 'logs history events',
	},
	'app.help': {
		title: 'Show keys',
		short: 'Help',
		help: 'Show the keys of this pane and the symbols on the screen; press again to search all keys',
	},
	'app.input': {
		title: 'Type RCON command',
		short: 'RCON',
		help: 'Open the RCON input for the current server, or in the list for all selected servers',
	},
	'app.refresh': {
		title: 'Refresh now',
		help: 'Refresh the list and this screen, reconnect the feed, and retry a waiting rolling action now',
	},
	'app.back': {
		title: 'Back one level',
		help: 'Go back one level, and at the top clear the selection; never quits',
	},
	'app.quit': {title: 'Back or quit', short: 'Quit', help: 'Go back one level, or quit at the top level'},
	'app.interrupt': {
		title: 'Cancel or quit',
		help: 'Clear the input, undo a pending action, cancel queued commands, stop waiting, or quit (press twice); never sent to a server',
	},
	'app.redraw': {title: 'Redraw screen', help: 'Redraw the screen'},
	'app.suspend': {title: 'Suspend to shell', help: 'Suspend rcondeck and return to the shell; fg resumes it'},
	'automations.trigger': {
		title: 'Trigger automation',
		short: 'Trigger',
		help: 'Open the dialog to run the current automation now',
	},
	'automations.create': {
		title: 'Create automation',
		short: 'Create',
		help: 'Open the dialog to create an automation, with a line for each step',
	},
	'automations.edit': {
		title: 'Edit automation',
		short: 'Edit',
		help: 'Open the dialog to edit the current automation, with a line for each step',
	},
	'automations.enable': {title: 'Enable automation', help: 'Enable the trigger of the current automation'},
	'automations.disable': {title: 'Disable automation', help: 'Disable the trigger of the current automation'},
	'automations.delete': {title: 'Delete automation', help: 'Delete the current automation after a review'},
	'automations.allRuns': {title: 'Runs of all automations', help: 'Show the runs of all automations'},
	'automations.status': {
		title: 'Filter by status',
		short: 'Status',
		help: 'Show only runs with one status; press again for the next status',
	},
	'chat.say': {
		title: 'Say on this server',
		short: 'Say',
		help: "Send a message to the players on the server of this line, with the game's own command",
	},
	'chat.sayToAll': {
		title: 'Say on all servers',
		help: 'Send a message to the players of all servers that are up',
	},
	'chat.player': {
		title: 'Find this player',
		short: 'Player',
		help: 'Show the player in the list of players, where Enter offers to message, kick or ban',
	},
	'console.down': {title: 'Scroll down', help: 'Scroll down one row'},
	'console.up': {title: 'Scroll up', help: 'Scroll up one row'},
	'console.pageDown': {title: 'Page down', help: 'Scroll down one page'},
	'console.pageUp': {title: 'Page up', help: 'Scroll up one page'},
	'console.first': {title: 'Oldest entry', help: 'Go to the oldest entry'},
	'console.last': {title: 'Follow newest entry', help: 'Go to the newest entry and follow new ones'},
	'console.previousCommand': {title: 'Previous command', help: 'Go to the previous command'},
	'console.nextCommand': {
		title: 'Next command',
		help: 'Go to the next command; after the last one, follow new entries',
	},
	'console.previousLandmark': {
		title: 'Previous gap or bookmark',
		help: 'Go to the previous gap, bookmark or first unread entry',
	},
	'console.nextLandmark': {
		title: 'Next gap or bookmark',
		help: 'Go to the next gap, bookmark or first unread entry',
	},
	'console.fold': {
		title: 'Fold or unfold entry',
		short: 'Fold',
		help: 'Unfold or fold the long answer under the cursor',
	},
	'console.source': {
		title: 'Filter by source',
		short: 'Source',
		help: 'Show all entries, only yours, those of others, or state changes; if the game prints output, also all but output, only output, or only chat',
	},
	'console.raw': {
		title: 'Show raw answers',
		help: 'Show raw answers, without tables or formatting; press again to turn off',
	},
	'console.search': {
		title: 'Search console',
		short: 'Search',
		help: 'Search this console for words or a /regular expression/; case-sensitive if you type a capital letter',
	},
	'console.nextMatch': {title: 'Next match', help: 'Go to the next match'},
	'console.previousMatch': {title: 'Previous match', help: 'Go to the previous match'},
	'console.leaveSearch': {title: 'End search', help: 'Close the search'},
	'console.acceptSearch': {
		title: 'Keep search',
		short: 'Keep',
		help: 'Keep the search, to go from match to match',
	},
	'console.searchUp': {title: 'Previous match', help: 'Go to the previous match while you type'},
	'console.searchDown': {title: 'Next match', help: 'Go to the next match while you type'},
	'details.down': {title: 'Scroll down', help: 'Scroll the details down one row'},
	'details.up': {title: 'Scroll up', help: 'Scroll the details up one row'},
	'details.pageDown': {title: 'Page down', help: 'Scroll the details down one page'},
	'details.pageUp': {title: 'Page up', help: 'Scroll the details up one page'},
	'details.first': {title: 'First line', help: 'Go to the first row of the details'},
	'details.last': {title: 'Last line', help: 'Go to the last row of the details'},
	'details.span': {
		title: '7-day chart',
		short: '12h/7d',
		help: 'Switch the chart of players between the last 12 hours and the last 7 days',
	},
	'export.copy': {
		title: 'Copy to clipboard',
		help: 'Copy text to the clipboard (OSC 52) and to a file, or show it as plain text to select with the mouse',
	},
	'export.open': {
		title: 'Export or record',
		help: 'Export consoles to a file, or start and stop a transcript',
		search: 'logs save',
	},
	'export.stop': {title: 'Stop export', help: 'Stop the export in progress and delete its file'},
	'facts.down': {title: 'Scroll down', help: 'Scroll the details down one row'},
	'facts.up': {title: 'Scroll up', help: 'Scroll the details up one row'},
	'facts.pageDown': {title: 'Page down', help: 'Scroll the details down one page'},
	'facts.pageUp': {title: 'Page up', help: 'Scroll the details up one page'},
	'facts.first': {title: 'First line', help: 'Go to the first row of the details'},
	'facts.last': {title: 'Last line', help: 'Go to the last row of the details'},
	'handover.open': {
		title: 'Show handover',
		short: 'Handover',
		help: 'Show the state of the fleet, pending actions, open outcomes and recent work, to copy for the next shift',
	},
	'help.search': {title: 'Search all keys', help: 'Search the keys and commands of all panes'},
	'help.pageDown': {title: 'Next page', help: 'Go to the next page'},
	'help.pageUp': {title: 'Previous page', help: 'Go to the previous page'},
	'help.first': {title: 'First page', help: 'Go to the first page'},
	'help.last': {title: 'Last page', help: 'Go to the last page'},
	'help.leave': {title: 'Close help', help: 'Close the help'},
	'jobs.open': {title: 'Show jobs', help: 'Show jobs and watches, and their results'},
	'jobs.down': {title: 'Older job', help: 'Go to the next older job or watch'},
	'jobs.up': {title: 'Newer job', help: 'Go to the next newer job or watch'},
	'jobs.pageDown': {title: 'Scroll answers down', help: 'Scroll down the output of the watch'},
	'jobs.pageUp': {title: 'Scroll answers up', help: 'Scroll up the output of the watch'},
	'jobs.nextGate': {title: 'Next waiting server', help: 'Highlight the next server waiting at its gate'},
	'jobs.previousGate': {
		title: 'Previous waiting server',
		help: 'Highlight the previous server waiting at its gate',
	},
	'jobs.pause': {
		title: 'Pause or resume job',
		help: 'Pause the job before its next server, or resume it; a job that was cut short or aborted opens its dialog for the rest',
	},
	'jobs.abort': {
		title: 'Abort rest of job',
		help: 'Abort the rest of the job, or end the watch; actions already sent continue',
	},
	'jobs.isBack': {
		title: 'Server is back',
		help: 'Confirm that the highlighted server at its gate is done',
	},
	'jobs.wait': {title: 'Wait longer', help: 'Give the highlighted server at its gate five more minutes'},
	'jobs.retry': {
		title: 'Retry failed servers',
		help: 'Reopen the dialog of the job for the failed servers',
	},
	'jobs.skip': {
		title: 'Skip servers',
		help: 'Skip the failed servers and resume the job, or stop waiting for the highlighted server at its gate',
	},
	'jobs.startSet': {
		title: 'Start offline servers',
		help: 'Open the dialog to start the servers that this job stopped, or that did not come back',
	},
	'jobs.acknowledge': {title: 'Acknowledge job', help: 'Acknowledge the problems of the job'},
	'jobs.undo': {
		title: 'Cancel scheduled actions',
		help: 'Open the dialog to cancel the scheduled actions of the job',
	},
	'jobs.leave': {title: 'Close jobs', help: 'Close the list; jobs continue'},
	'list.select': {
		title: 'Select server',
		short: 'Select',
		help: 'Select or deselect the current server, or keep the range',
	},
	'list.range': {
		title: 'Select a range',
		help: 'Start selecting a range at the current server; press again to keep it, or go back to cancel',
	},
	'list.selectAll': {title: 'Select all shown', help: 'Select all servers that match the filter'},
	'list.clearSelection': {title: 'Clear selection', help: 'Clear the selection'},
	'list.sort': {
		title: 'Sort servers or players',
		help: 'Sort the list by alerts, name, players, node, state, game, CPU or memory, and the players by name, server or time online',
	},
	'list.views': {
		title: 'Show a saved view',
		help: 'Show a named view of the server list: its filter, sort order and columns',
	},
	'list.group': {
		title: 'Group by node',
		help: 'Group servers by node, with the number up and down; press again to ungroup',
	},
	'nodes.cancel': {
		title: 'Cancel node task',
		short: 'Cancel task',
		help: 'Choose a running task of the current node and open the dialog to cancel it',
	},
	'report.copy': {title: 'Copy as text', help: 'Copy the handover as text, short enough for a chat message'},
	'report.copyMarkdown': {title: 'Copy as Markdown', help: 'Copy the handover as Markdown for a chat'},
	'report.down': {title: 'Scroll down', help: 'Scroll the handover down'},
	'report.up': {title: 'Scroll up', help: 'Scroll the handover up'},
	'report.pageDown': {title: 'Page down', help: 'Scroll the handover down one page'},
	'report.pageUp': {title: 'Page up', help: 'Scroll the handover up one page'},
	'report.first': {title: 'First row', help: 'Go to the start of the handover'},
	'report.last': {title: 'Last row', help: 'Go to the end of the handover'},
	'report.leave': {title: 'Close handover', help: 'Close the handover'},
	'results.open': {
		title: 'Show results',
		help: 'Show the results of the last multi-server command, with equal answers grouped',
	},
	'results.down': {title: 'Next group', help: 'Go to the next group of equal answers'},
	'results.up': {title: 'Previous group', help: 'Go to the previous group'},
	'results.pageDown': {title: 'Page down', help: 'Scroll the answers down one page'},
	'results.pageUp': {title: 'Page up', help: 'Scroll the answers up one page'},
	'results.first': {title: 'First group', help: 'Go to the first group, the one that differs most'},
	'results.last': {title: 'End of answers', help: 'Scroll to the end of the answers'},
	'results.compare': {
		title: 'Compare with largest',
		short: 'Compare',
		help: 'Compare the current group with the largest, line by line; press again to return to the groups',
	},
	'results.raw': {
		title: 'Compare exact text',
		short: 'Exact',
		help: 'Group only identical answers; press again to ignore trailing whitespace',
	},
	'results.groupBy': {
		title: 'Group by the search',
		short: 'Group by',
		help: 'Group the answers by the lines that the search finds; press again to group by all of them',
	},
	'results.mask': {
		title: 'Mask varying text',
		short: 'Mask',
		help: 'Group answers that differ only in names, addresses, IDs and numbers; press again to compare all',
	},
	'results.older': {
		title: 'Older command',
		short: 'Older',
		help: 'Go to the results of the previous command',
	},
	'results.newer': {title: 'Newer command', help: 'Go to the results of the next command'},
	'results.console': {
		title: 'Open console',
		short: 'Console',
		help: 'Go to the console of the first server in the group',
	},
	'results.search': {
		title: 'Search results',
		short: 'Search',
		help: 'Search the answers for words or a /regular expression/; case-sensitive if you type a capital letter',
	},
	'results.nextMatch': {title: 'Next match', help: 'Go to the next match'},
	'results.previousMatch': {title: 'Previous match', help: 'Go to the previous match'},
	'results.leaveSearch': {title: 'End search', help: 'Close the search'},
	'results.acceptSearch': {
		title: 'Keep search',
		short: 'Keep',
		help: 'Keep the search, to go from match to match',
	},
	'results.searchUp': {title: 'Previous match', help: 'Go to the previous match while you type'},
	'results.searchDown': {title: 'Next match', help: 'Go to the next match while you type'},
	'results.back': {
		title: 'Back one level',
		help: 'Go back from the comparison to the groups, and from the groups to the list',
	},
	'rows.down': {title: 'Next row', help: 'Move down one row'},
	'rows.up': {title: 'Previous row', help: 'Move up one row'},
	'rows.pageDown': {title: 'Page down', help: 'Move down one page'},
	'rows.pageUp': {title: 'Page up', help: 'Move up one page'},
	'rows.first': {title: 'First row', help: 'Go to the first row'},
	'rows.last': {title: 'Last row', help: 'Go to the last row'},
	'rows.reveal': {
		title: 'Show hidden values',
		help: 'Show private details, such as email addresses and invitation codes; press again to hide them',
	},
	'rows.filter': {
		title: 'Filter rows',
		short: 'Filter',
		help: 'Filter the rows: words, /pattern/, !inverse, or field:value for the fields of the list',
	},
	'rows.next': {title: 'Next match', help: 'Go to the next row that matches the filter; wraps at the end'},
	'rows.previous': {
		title: 'Previous match',
		help: 'Go to the previous row that matches the filter; wraps at the start',
	},
	'rows.enter': {
		title: 'Open row',
		short: 'Open',
		help: 'Open the current row: the servers of a node, the runs of an automation, actions on a player, or its details',
	},
	'rows.details': {
		title: 'Show row details',
		short: 'Details',
		help: 'Switch between the list and the details of the current row',
	},
	'runs.span': {title: 'Choose time range', help: 'Choose the time range of the runs shown'},
	'runs.cancel': {title: 'Cancel run', help: 'Open the dialog to cancel the current run'},
	'servers.down': {title: 'Next server', help: 'Move to the next server'},
	'servers.up': {title: 'Previous server', help: 'Move to the previous server'},
	'servers.pageDown': {title: 'Page down', help: 'Move down one page'},
	'servers.pageUp': {title: 'Page up', help: 'Move up one page'},
	'servers.first': {title: 'First server', help: 'Go to the first server'},
	'servers.last': {title: 'Last server', help: 'Go to the last server'},
	'servers.open': {title: 'Open console', short: 'Console', help: 'Open the console of the current server'},
	'servers.details': {
		title: 'Show server details',
		short: 'Details',
		help: 'Switch between the list and the details of the current server',
	},
	'servers.start': {
		title: 'Start server',
		short: 'Start',
		help: 'Open the dialog to start the current or selected servers',
	},
	'servers.stop': {
		title: 'Stop server',
		short: 'Stop',
		help: 'Open the dialog to stop the current or selected servers, gracefully or by force, now or after a delay',
	},
	'servers.restart': {
		title: 'Restart server',
		short: 'Restart',
		help: 'Open the dialog to restart the current server, now or after a delay, or the selected servers in batches',
	},
	'servers.broadcast': {
		title: 'Broadcast to players',
		short: 'Broadcast',
		help: "Open the dialog to send a message to the players with the game's own command",
	},
	'servers.create': {title: 'Create server', help: 'Open the dialog to create a server'},
	'servers.edit': {
		title: 'Edit server',
		help: 'Rename, move, update, back up or delete the current server',
		search: 'delete rename move update backup restore',
	},
	'team.invite': {
		title: 'Invite member',
		short: 'Invite',
		help: 'Open the dialog to invite someone by email',
	},
	'team.kick': {
		title: 'Kick member',
		short: 'Kick',
		help: 'Open the dialog to remove the current member from the team, or withdraw the current invitation',
	},
	'team.icon': {
		title: 'Upload team icon',
		help: 'Open the dialog to upload a team icon; its type and size are checked first',
	},
	'timeline.down': {title: 'Next entry', help: 'Go to the next entry; after the newest, follow new ones'},
	'timeline.up': {title: 'Previous entry', help: 'Go to the previous entry'},
	'timeline.pageDown': {title: 'Page down', help: 'Move down one page'},
	'timeline.pageUp': {title: 'Page up', help: 'Move up one page'},
	'timeline.first': {title: 'Oldest entry', help: 'Go to the oldest entry'},
	'timeline.last': {
		title: 'Follow newest entry',
		short: 'Follow',
		help: 'Go to the newest entry and follow new ones',
	},
	'timeline.enter': {
		title: 'Open entry',
		short: 'Open',
		help: 'Open the console, node, run or job of the current entry',
	},
	'timeline.filter': {
		title: 'Filter timeline',
		short: 'Filter',
		help: 'Filter the timeline: words, /pattern/, !inverse, kind:state, server:ark, by:other, by:probe',
	},
	'timeline.kinds': {
		title: 'Filter by kind',
		short: 'Kind',
		help: 'Show only one kind of entry: state changes, actions, commands, yours, others, runs, gaps or nodes',
	},
	'timeline.pause': {
		title: 'Pause or resume job',
		help: 'Pause or resume the job under the cursor, or the newest running job',
	},
	'timeline.abort': {
		title: 'Abort rest of job',
		help: 'Abort the rest of the job; actions already sent continue',
	},
	'timeline.bookmark': {
		title: 'Add bookmark',
		help: 'Add a bookmark with a note to every console, the timeline and the journal, for you or for the team',
	},
	'view.filter': {
		title: 'Filter servers',
		short: 'Filter',
		help: 'Filter the list: words, /pattern/, !inverse, is:down, state:ONLINE, game:cs2, node:eu-1, players>0',
	},
	'view.nextAlert': {
		title: 'Next alert',
		help: 'Go to the next node or server that is not up; acknowledged ones come last',
	},
	'view.nextUnread': {
		title: 'Next unread console',
		help: 'Go to the next server with unread console entries',
	},
	'view.acknowledge': {
		title: 'Acknowledge alert',
		help: 'Acknowledge the current or selected servers, for the whole team if the service has a team journal, until their state changes; press again to undo',
	},
	'view.undo': {
		title: 'Undo last action',
		help: 'Undo a pending action, cancel a queued command, or open the dialog to cancel a scheduled stop or restart if the service supports it',
	},
	'view.time': {title: 'Switch time format', help: 'Show times as local time, UTC or age'},
	'view.zoom': {title: 'Zoom pane', help: 'Zoom this pane to the whole screen'},
	'view.unzoom': {title: 'Show all panes', help: 'Show all panes again'},
	'watch.start': {
		title: 'Watch a command',
		help: 'Open the dialog to repeat a command on the current or selected servers and highlight changes',
	},
} satisfies Record<string, KeyWords>;

type ScreenKey = `app.${ScreenId}`;
const screenKeys = Object.fromEntries(
	screenIds.map(id => [`app.${id}` satisfies ScreenKey, screenWords[id].key]),
) as Record<ScreenKey, KeyWords>; // all ids of screens

export type KeyId = keyof typeof ownWords | ScreenKey;

/** The words of every command that a key is bound to and a message names. Their table is the one list of their ids. */
export const keyWords: Readonly<Record<KeyId, KeyWords>> = {...ownWords, ...screenKeys};

export const keyIds = Object.keys(keyWords) as KeyId[]; // all keys of this table

/** A command of `[commands]` in config.toml. */
export type CustomCommandId = `commands.${string}`;

export type CommandId = KeyId | CustomCommandId;
