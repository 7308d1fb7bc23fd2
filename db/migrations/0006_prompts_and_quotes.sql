CREATE TABLE `member_prompts` (
	`member_id` text NOT NULL,
	`prompt_id` text NOT NULL,
	`position` integer NOT NULL,
	`answer` text NOT NULL,
	PRIMARY KEY(`member_id`, `prompt_id`),
	FOREIGN KEY (`member_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `member_prompts_in_order` ON `member_prompts` (`member_id`,`position`);--> statement-breakpoint
CREATE TABLE `quotes` (
	`id` text PRIMARY KEY NOT NULL,
	`author_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`message_id` text,
	`image_id` text,
	`prompt_id` text,
	`field_id` text,
	`text` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`author_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`) REFERENCES `members`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`image_id`) REFERENCES `images`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`,`prompt_id`) REFERENCES `member_prompts`(`member_id`,`prompt_id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`owner_id`,`field_id`) REFERENCES `member_fields`(`member_id`,`field_id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_of_message` ON `quotes` (`message_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `quotes_of_like` ON `quotes` (`author_id`,`owner_id`) WHERE message_id is null;--> statement-breakpoint
CREATE INDEX `quotes_of_image` ON `quotes` (`image_id`) WHERE image_id is not null;--> statement-breakpoint
CREATE INDEX `quotes_of_owner` ON `quotes` (`owner_id`,`prompt_id`,`field_id`);