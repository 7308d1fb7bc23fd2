CREATE TABLE `mail_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`member_id` text NOT NULL,
	`old_email` text NOT NULL,
	`new_email` text NOT NULL,
	`created_at` integer NOT NULL,
	`done_at` integer,
	`undone_at` integer,
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mail_changes_of_member` ON `mail_changes` (`member_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `cities` (
	`id` integer PRIMARY KEY NOT NULL,
	`country` text NOT NULL,
	`region_id` text,
	`name` text NOT NULL,
	`lat` real NOT NULL,
	`lon` real NOT NULL,
	`cell` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `cities_in_cell` ON `cities` (`cell`);--> statement-breakpoint
CREATE TABLE `file_removals` (
	`name` text PRIMARY KEY NOT NULL,
	`due_at` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX `file_removals_due` ON `file_removals` (`due_at`);--> statement-breakpoint
ALTER TABLE `members` ADD `status_before` text;--> statement-breakpoint
ALTER TABLE `members` ADD `deleted_at` integer;--> statement-breakpoint
ALTER TABLE `members` ADD `delete_reason` text;--> statement-breakpoint
ALTER TABLE `members` ADD `away_mails` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `members` ADD `away_mailed_at` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `members_to_erase` ON `members` (`deleted_at`) WHERE deleted_at is not null;--> statement-breakpoint
ALTER TABLE `mails` ADD `headers` text;--> statement-breakpoint
CREATE INDEX `inbox_unread_by_time` ON `inbox` (`last_at`,`member_id`) WHERE unread > 0;--> statement-breakpoint
CREATE INDEX `likes_new_by_time` ON `likes` (`created_at`,`liked_id`) WHERE is_new = 1;