import type {CommandId} from '../../../messages/command-ids.ts';

/** Ids of commands up to 0.1.0, which the files of users may still have, with what they are called now. */
export const earlierIds = {
	'console.keepSearch': 'console.acceptSearch',
	'filter.keep': 'filter.accept',
	'help.pageDown': 'help.down',
	'help.pageUp': 'help.up',
	'list.clearMarks': 'list.clearSelection',
	'list.mark': 'list.select',
	'list.markAll': 'list.selectAll',
	'search.begin': 'search.open',
	'take.copy': 'export.copy',
	'take.export': 'export.open',
	'take.stop': 'export.stop',
	'timelineFilter.keep': 'timelineFilter.accept',
	'view.mark': 'timeline.bookmark',
	'view.nextTrouble': 'view.nextAlert',
	'watch.begin': 'watch.start',
} as const satisfies Record<string, CommandId>;
