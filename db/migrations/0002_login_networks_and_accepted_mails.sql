CREATE TABLE `known_networks` (
	`member_id` text NOT NULL,
	`network` text NOT NULL,
	`country` text NOT NULL,
	`seen_at` integer NOT NULL,
	PRIMARY KEY(`member_id`, `network`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `mailbox` (
	`id` text PRIMARY KEY NOT NULL,
	`recipient` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`headers` text,
	FOREIGN KEY (`id`) REFERENCES `mails`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `account_notifications` ADD `country` text;--> statement-breakpoint
UPDATE `mails` SET `subject` = '', `text` = '', `html` = '', `headers` = null,
	`recipient` = CASE WHEN `member_id` IS NULL THEN `recipient` ELSE '' END
WHERE `accepted_at` IS NOT NULL;
